import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

/**
 * The lines that come over a connection. Nothing is read while nobody wants one; one that is longer than allowed closes
 * the connection.
 */
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
    // Its close, which follows, says enough.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    // No `setEncoding`: what was a connection of an HTTP server refuses that.
    socket.on('data', (bytes: Buffer) => {
      this.#rest += this.#decoder.write(bytes);
      this.#deliver();
      if (this.#rest.length > this.#longest) socket.destroy();
    });
  }

  /** Hands on each line from now on, those first that have come already. */
  listen(onLine: (line: string) => void): void {
    this.#onLine = onLine;
    this.#deliver();
    // The first of those may have been all that was wanted.
    if (this.#onLine !== undefined) this.socket.resume();
  }

  /** One line; undefined where the connection closes, or takes longer and is closed therefore. */
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
