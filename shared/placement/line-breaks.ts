import { breaksBetween } from './placement-at.ts';

const checkpointChars = 4096;

/** Counts line breaks before many offsets without rereading the text each time. */
export class LineBreaks {
  readonly #text: string;
  /** Counts before each multiple of `checkpointChars`. */
  readonly #before: number[] = [0];

  constructor(text: string) {
    this.#text = text;
  }

  /** Number of line breaks before an offset. */
  readonly count = (offset: number): number => {
    this.readTo(offset);
    const checkpoint = Math.floor(offset / checkpointChars);
    const from = checkpoint * checkpointChars;
    return (this.#before[checkpoint] ?? 0) + breaksBetween(this.#text, from, offset);
  };

  /** Counts up to an offset in advance. */
  readTo(offset: number): void {
    for (
      let from = (this.#before.length - 1) * checkpointChars;
      from + checkpointChars <= offset;
    ) {
      const to = from + checkpointChars;
      const breaks = breaksBetween(this.#text.slice(from, to), 0, checkpointChars);
      this.#before.push((this.#before.at(-1) ?? 0) + breaks);
      from = to;
    }
  }
}
