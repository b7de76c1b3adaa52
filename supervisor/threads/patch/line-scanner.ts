import type { PatchLine } from '../../../shared/patch/patch-reader.ts';

const maxTextBytes = 64 * 1024;
const lineFeed = 10;

/** Finds the lines in the parts of a stream, in memory that does not grow with the length of a line. */
export class LineScanner {
  readonly #take: (line: PatchLine) => void;
  #kept = '';
  #lineOffset = 0;
  #position = 0;

  constructor(take: (line: PatchLine) => void) {
    this.#take = take;
  }

  /** The part may be changed by its owner afterwards. */
  write(part: Buffer): void {
    let start = 0;
    for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, start)) {
      this.#keep(part, start, at);
      this.#emit(this.#position + at + 1);
      start = at + 1;
    }
    this.#keep(part, start, part.length);
    this.#position += part.length;
  }

  /** Takes a last line that has no line break. */
  end(): void {
    if (this.#position > this.#lineOffset) this.#emit(this.#position);
  }

  #keep(part: Buffer, start: number, end: number): void {
    const room = maxTextBytes - this.#kept.length;
    if (room > 0) this.#kept += part.toString('latin1', start, Math.min(end, start + room));
  }

  #emit(end: number): void {
    const line = { text: this.#kept, offset: this.#lineOffset, end };
    this.#kept = '';
    this.#lineOffset = end;
    this.#take(line);
  }
}
