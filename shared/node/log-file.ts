import {
  close,
  open as openFile,
  openSync,
  renameSync,
  statSync,
  write as writeBytes,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

interface LogFileOptions {
  readonly path: string;
  /** Size at which the file is set aside as `PATH.1` and begun anew. */
  readonly rotateBytes: number;
}

const open = promisify(openFile);
const write = promisify(writeBytes);

/** Lines are written together: a write of each would cost a busy process more than to make the line. */
const bufferedBytes = 8 * 1024;
const bufferedMs = 100;
/** What waits for a slow disk; further lines are lost. */
const waitingBytes = 1024 * 1024;

/**
 * A file (0600) that lines are added to in the background. A disk that is full, or has no room for the file, keeps
 * nobody waiting, not at the end of the process either: the lines are lost, and later ones are tried anew. pino's own
 * destination tries to write the same for ever then.
 */
export class LogFile {
  readonly #options: LogFileOptions;
  #fd: number | undefined;
  #sizeBytes = 0;
  #text = '';
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogFileOptions) {
    this.#options = options;
    void this.#drain();
  }

  write(line: string): void {
    if (this.#text.length > waitingBytes) return;
    this.#text += line;
    if (this.#text.length >= bufferedBytes) void this.#drain();
    // No timer runs while nothing is logged.
    else this.#timer ??= setTimeout(() => void this.#drain(), bufferedMs).unref();
  }

  /** Writes what waits before it returns, for the end of a process. */
  flush(): void {
    try {
      this.#fd ??= openSync(this.#options.path, 'a', 0o600);
      const bytes = Buffer.from(this.#takeText());
      if (bytes.length > 0) writeSync(this.#fd, bytes);
    } catch {
      // There is nothing more to be done at the end of a process.
    }
  }

  #takeText(): string {
    const text = this.#text;
    this.#text = '';
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return text;
  }

  async #drain(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      this.#fd ??= await this.#open();
      for (let text = this.#takeText(); text !== ''; text = this.#takeText()) {
        await this.#append(this.#fd, Buffer.from(text));
        if (this.#sizeBytes >= this.#options.rotateBytes) this.#fd = await this.#rotate(this.#fd);
      }
    } catch {
      this.#takeText();
    } finally {
      this.#isWriting = false;
    }
  }

  async #append(fd: number, bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await write(fd, bytes, at);
      at += bytesWritten;
      this.#sizeBytes += bytesWritten;
    }
  }

  async #open(): Promise<number> {
    const { path } = this.#options;
    const fd = await open(path, 'a', 0o600);
    // Of a file that was begun by an earlier process, too.
    this.#sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return fd;
  }

  /** @returns the new file, or the old one where it cannot be set aside */
  async #rotate(fd: number): Promise<number> {
    const { path } = this.#options;
    this.#sizeBytes = 0;
    try {
      renameSync(path, `${path}.1`);
      const next = await this.#open();
      close(fd);
      return next;
    } catch {
      return fd;
    }
  }
}
