import { get, type ClientRequest } from 'node:http';

interface Awaited {
  readonly mark: string;
  missing: number;
  readonly resolve: () => void;
}

/** Connections that read an event stream and report when all of them have received a text. */
export class StreamReaders {
  readonly #requests: ClientRequest[] = [];
  #awaited: Awaited | undefined;

  /** Opens streams and waits for the first event on each. */
  static async open(url: string, count: number): Promise<StreamReaders> {
    const readers = new StreamReaders();
    await Promise.all(Array.from({ length: count }, () => readers.#read(url)));
    return readers;
  }

  /** Resolves when every stream has received the text; call it before causing the event. */
  seen(mark: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { mark, missing: this.#requests.length, resolve };
    });
  }

  close(): void {
    for (const request of this.#requests) request.destroy();
  }

  #read(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: false }, (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`The stream answered ${response.statusCode}.`));
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (part: string) => {
          text += part;
          const end = text.lastIndexOf('\n\n');
          if (end < 0) return;
          const events = text.slice(0, end);
          text = text.slice(end + 2);
          resolve();
          this.#look(events);
        });
      });
      this.#requests.push(request);
      // Closing a reader makes its request fail.
      request.on('error', reject);
    });
  }

  #look(events: string): void {
    const awaited = this.#awaited;
    if (awaited === undefined || !events.includes(awaited.mark)) return;
    awaited.missing -= 1;
    if (awaited.missing === 0) awaited.resolve();
  }
}
