import type { PatchLine } from '../../../shared/patch/patch-reader.ts';

const maxTextBytes = 64 * 1024;
const lineFeed = 10;

/** Splits a stream into lines, in constant memory regardless of line length. */
export class LineScanner {
  readonly #take: (line: PatchLine) => void;
  #kept = '';
  #lineOffset = 0;
  #position = 0;

  constructor(take: (line: PatchLine) => void) {
    this.#take = take;
  }

  /** The caller may reuse the buffer afterwards. */
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

  /** Emits a last line without a line feed. */
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
