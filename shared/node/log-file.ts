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
  /** Size at which the file is rotated to `PATH.1`. */
  readonly rotateBytes: number;
}

const open = promisify(openFile);
const write = promisify(writeBytes);

/** Lines are written in batches: one write per line would cost more than formatting it. */
const bufferedBytes = 8 * 1024;
const bufferedMs = 100;
/** Limit of the buffer for a slow disk; further lines are lost. */
const waitingBytes = 1024 * 1024;

/**
 * Appends lines to a file (0600) in the background. If the disk is full, nothing blocks, not even at exit: lines are
 * lost, and later ones are tried again. pino's own destination would retry the same lines for ever.
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
    // No timer while nothing is logged.
    else this.#timer ??= setTimeout(() => void this.#drain(), bufferedMs).unref();
  }

  /** Writes the buffer synchronously, before exit. */
  flush(): void {
    try {
      this.#fd ??= openSync(this.#options.path, 'a', 0o600);
      const bytes = Buffer.from(this.#takeText());
      if (bytes.length > 0) writeSync(this.#fd, bytes);
    } catch {
      // Nothing more can be done at exit.
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
    // It may have been started by an earlier process.
    this.#sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return fd;
  }

  /** @returns the new file, or the old one if it cannot be rotated */
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
