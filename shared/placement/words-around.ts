const maxAroundLength = 40;

/** Whole words of the same line before an offset, with the whitespace in between. */
export const wordsBefore = (text: string, offset: number): string => {
  const from = Math.max(0, offset - maxAroundLength);
  const part = text.slice(from, offset);
  const line = part.slice(part.lastIndexOf('\n') + 1);
  const isCut = line.length === part.length && from > 0 && !/\s/u.test(text[from - 1] ?? '');
  return isCut ? line.replace(/^\S+/u, '') : line;
};

/** The same behind an offset. */
export const wordsBehind = (text: string, offset: number): string => {
  const [line = ''] = text.slice(offset, offset + maxAroundLength).split('\n', 1);
  const next = text[offset + line.length] ?? '';
  if (next === '' || /\s/u.test(next)) return line;
  const words = line.split(/(?<=\s)/u);
  return words.slice(0, -1).join('');
};
