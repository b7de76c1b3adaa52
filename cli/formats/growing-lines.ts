import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/**
 * The whole lines of a file that somebody else still writes, each once. Only a line feed ends one: U+2028, at which
 * Node's own reader parts lines, stands unescaped in JSON.
 */
export class GrowingLines {
  readonly #path: string;
  readonly #decoder = new StringDecoder('utf8');
  #offset = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Those that have come since the last time. */
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
