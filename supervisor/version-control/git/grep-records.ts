/** A line with the word; the path and the text in Latin-1. */
export interface GrepLine {
  readonly path: string;
  readonly line: number;
  /** Without its end if it is very long. */
  readonly text: string;
}

/** Longer lines are not written by hand. */
export const maxLineBytes = 64 * 1024;

/** Reads the output of `git grep -nz` in chunks: path, NUL, line number, NUL, text, line feed. */
export class GrepRecords {
  #rest = '';
  #isSkipping = false;

  /** The lines that a chunk completes. */
  take(part: Buffer): GrepLine[] {
    const text = this.#rest + part.toString('latin1');
    const lines: GrepLine[] = [];
    let start = 0;
    if (this.#isSkipping) {
      start = text.indexOf('\n') + 1;
      if (start === 0) return lines;
      this.#isSkipping = false;
    }
    for (;;) {
      const pathEnd = text.indexOf('\0', start);
      const numberEnd = pathEnd < 0 ? -1 : text.indexOf('\0', pathEnd + 1);
      const end = numberEnd < 0 ? -1 : text.indexOf('\n', numberEnd + 1);
      const isLong = end < 0 && numberEnd >= 0 && text.length - numberEnd > maxLineBytes;
      if (end < 0 && !isLong) break;
      lines.push({
        path: text.slice(start, pathEnd),
        line: Number(text.slice(pathEnd + 1, numberEnd)),
        text: text.slice(numberEnd + 1, isLong ? numberEnd + 1 + maxLineBytes : end),
      });
      if (isLong) {
        this.#isSkipping = true;
        this.#rest = '';
        return lines;
      }
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return lines;
  }
}
