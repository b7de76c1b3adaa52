import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/**
 * Reads the complete lines of a JSONL file that is still being written, each once. Only LF ends a line: Node's readline
 * also splits at U+2028, which JSON may contain unescaped.
 */
export class JsonlReader {
  readonly #path: string;
  readonly #decoder = new StringDecoder('utf8');
  #offset = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines added since the last call. */
  async *read(): AsyncGenerator<string> {
    for await (const part of createReadStream(this.#path, { start: this.#offset })) {
      const bytes = part as Buffer;
      this.#offset += bytes.length;
      const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
      this.#rest = lines.pop() ?? '';
      yield* lines;
    }
  }
}
