interface Around {
  /** Keeps white space, as `pre` does. */
  readonly isPre: boolean;
  /** Whether white space at the start is dropped. */
  readonly isAfterSpace: boolean;
}

/** A text as a block has it. `offsets` are those of each of its UTF-16 units, and of its end. */
interface Collapsed {
  readonly text: string;
  readonly offsets: Uint32Array;
  readonly isAfterSpace: boolean;
}

const spaces = new Set(' \t\n\f\r');

/** Collapses white space as browsers do. No-break spaces stay. */
export const collapse = (raw: string, { isPre, isAfterSpace }: Around): Collapsed => {
  const offsets = new Uint32Array(raw.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  let isSpace = isAfterSpace;
  for (let at = 0; at < raw.length; at += 1) {
    offsets[at] = length;
    const isOne = !isPre && spaces.has(raw[at] ?? '');
    if (isOne) {
      parts.push(raw.slice(from, at), isSpace ? '' : ' ');
      from = at + 1;
    }
    if (!isOne || !isSpace) length += 1;
    isSpace = isOne;
  }
  offsets[raw.length] = length;
  parts.push(raw.slice(from));
  return { text: parts.join(''), offsets, isAfterSpace: isSpace };
};
