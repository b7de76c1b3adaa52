import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const chunkBytes = 64 * 1024;

/**
 * Follows the lines of a log across rotation: when the name refers to a new file, the old one is first read to its end.
 */
export class LogTail {
  readonly #path: string;
  readonly #buffer = Buffer.alloc(chunkBytes);
  #file: number | undefined;
  #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** The complete lines written since the last call; none if there is no file yet. */
  read(): string[] {
    let text = this.#readOpen();
    if (this.#isRotated()) {
      this.close();
      text += this.#readOpen();
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter((line) => line !== '');
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#decoder = new StringDecoder('utf8');
  }

  #readOpen(): string {
    this.#file ??= openIfThere(this.#path);
    if (this.#file === undefined) return '';
    let text = '';
    for (;;) {
      const bytes = readSync(this.#file, this.#buffer, 0, chunkBytes, null);
      if (bytes === 0) return text;
      text += this.#decoder.write(this.#buffer.subarray(0, bytes));
    }
  }

  #isRotated(): boolean {
    if (this.#file === undefined) return false;
    const named = statSync(this.#path, { throwIfNoEntry: false });
    return named !== undefined && named.ino !== fstatSync(this.#file).ino;
  }
}

const openIfThere = (path: string): number | undefined => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
