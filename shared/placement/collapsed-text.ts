/** Collapses each run of white space to one space. */
export const collapse = (text: string): string => text.replaceAll(/\s+/gu, ' ');

const pieceChars = 4096;

/** A text with white space collapsed, produced piece by piece, and a map back to the original offsets. */
export class CollapsedText {
  readonly #text: string;
  /** Start of each piece in the collapsed text. */
  readonly #bases: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** `from` is a piece's start in the text, `base` in the collapsed text. */
  *pieces(): Generator<{ readonly piece: string; readonly from: number; readonly base: number }> {
    let base = 0;
    for (let from = 0; from < this.#text.length; from += pieceChars) {
      const piece = collapse(this.#text.slice(from, from + pieceChars));
      this.#bases.push(base);
      // The run of white space continues from the last piece.
      const own = this.#isSpaceBefore(from) && piece.startsWith(' ') ? piece.slice(1) : piece;
      yield { piece: own, from, base };
      base += own.length;
    }
  }

  /** Maps the offset of a non-space character back to the original text. */
  offsetOf(wanted: number): number {
    const index = this.#pieceOf(wanted);
    const from = index * pieceChars;
    let isAfterSpace = this.#isSpaceBefore(from);
    let collapsed = this.#bases[index] ?? 0;
    for (let at = from; at < this.#text.length; at += 1) {
      const isSpace = isWhiteSpace(this.#text.charCodeAt(at));
      if (!isSpace && collapsed === wanted) return at;
      if (!isSpace || !isAfterSpace) collapsed += 1;
      isAfterSpace = isSpace;
    }
    return this.#text.length;
  }

  #isSpaceBefore(offset: number): boolean {
    return offset > 0 && isWhiteSpace(this.#text.charCodeAt(offset - 1));
  }

  /** The piece at an offset of the collapsed text. */
  #pieceOf(offset: number): number {
    let low = 0;
    let high = this.#bases.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#bases[middle] ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, low - 1);
  }
}

/** Same as `\s`. Source: ECMA-262, WhiteSpace and LineTerminator. */
export const isWhiteSpace = (unit: number): boolean => {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0xa0) return false;
  return unit === 0xa0 || (unit >= 0x1680 && /\s/u.test(String.fromCharCode(unit)));
};
