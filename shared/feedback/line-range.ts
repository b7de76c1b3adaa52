/** `line 3`, `lines 8–11`. */
export const lineRange = (start: number, end: number = start): string =>
  start === end ? `line ${start}` : `lines ${start}–${end}`;
