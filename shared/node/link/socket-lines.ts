import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/** Reads lines from a connection, only on demand; a line over the limit closes it. */
export class SocketLines {
  readonly socket: Socket;
  readonly #longest: number;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #onLine: ((line: string) => void) | undefined;

  constructor(socket: Socket, longest: number) {
    this.socket = socket;
    this.#longest = longest;
    socket.pause();
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    // No `setEncoding`: a socket of an HTTP server forbids it.
    socket.on('data', (bytes: Buffer) => {
      this.#rest += this.#decoder.write(bytes);
      this.#deliver();
      if (this.#rest.length > this.#longest) socket.destroy();
    });
  }

  /** Passes on every line, including those already received. */
  listen(onLine: (line: string) => void): void {
    this.#onLine = onLine;
    this.#deliver();
    // The listener may have stopped after the first of those.
    if (this.#onLine !== undefined) this.socket.resume();
  }

  /** One line; undefined if the connection closes, or on timeout, which closes it. */
  async next(timeoutMs: number): Promise<string | undefined> {
    const timer = setTimeout(() => this.socket.destroy(), timeoutMs);
    const line = await new Promise<string | undefined>((resolve) => {
      this.socket.once('close', () => resolve(undefined));
      if (this.socket.destroyed) resolve(undefined);
      this.listen((first) => {
        this.#onLine = undefined;
        this.socket.pause();
        resolve(first);
      });
    });
    clearTimeout(timer);
    return line;
  }

  #deliver(): void {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end < 0 || this.#onLine === undefined) return;
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + 1);
      this.#onLine(line);
    }
  }
}
