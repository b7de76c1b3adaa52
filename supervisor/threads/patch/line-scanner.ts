/** One line of a patch: its beginning without the line break, and where the whole of it stands, in bytes. */
export interface PatchLine {
  /** 64 KiB at most. */
  readonly head: Buffer;
  readonly offset: number;
  /** Behind its line break. */
  readonly end: number;
}

const headAtMostBytes = 64 * 1024;
const lineFeed = 10;

/** Finds the lines in the parts of a stream, in memory that does not grow with the length of a line. */
export class LineScanner {
  readonly #take: (line: PatchLine) => void;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineOffset = 0;
  #position = 0;

  constructor(take: (line: PatchLine) => void) {
    this.#take = take;
  }

  /** The part may be changed by its owner afterwards. */
  write(part: Buffer): void {
    let start = 0;
    for (
      let at = part.indexOf(lineFeed);
      at >= 0;
      start = at + 1, at = part.indexOf(lineFeed, start)
    )
      this.#emit(part.subarray(start, at), this.#position + at + 1);
    const rest = part.subarray(start);
    const room = headAtMostBytes - this.#keptBytes;
    if (rest.length > 0 && room > 0) {
      this.#kept.push(Buffer.from(rest.subarray(0, room)));
      this.#keptBytes += Math.min(rest.length, room);
    }
    this.#position += part.length;
  }

  /** Takes a last line that has no line break. */
  end(): void {
    if (this.#position > this.#lineOffset) this.#emit(Buffer.alloc(0), this.#position);
  }

  #emit(tail: Buffer, end: number): void {
    const head =
      this.#keptBytes === 0
        ? tail.subarray(0, headAtMostBytes)
        : Buffer.concat([...this.#kept, tail.subarray(0, headAtMostBytes - this.#keptBytes)]);
    const offset = this.#lineOffset;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#lineOffset = end;
    this.#take({ head, offset, end });
  }
}
