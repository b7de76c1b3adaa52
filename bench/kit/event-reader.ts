import { createParser } from 'eventsource-parser';
import { controlEventSchema } from '../../shared/supervisor/status.ts';
import type { ControlApi } from './control-api.ts';

/** A reader of the session event stream, like the dashboard. */
export class EventReader {
  readonly #closing = new AbortController();
  readonly #awaited = new Map<string, () => void>();

  /** Resolves when the stream is open. */
  static async open(control: ControlApi): Promise<EventReader> {
    const reader = new EventReader();
    const stream = await control.events(reader.#closing.signal);
    // Closing it makes the stream fail.
    reader.#read(stream).catch(() => undefined);
    return reader;
  }

  /** Resolves when the stream reports that the session is gone. */
  exited(id: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(id, resolve));
  }

  close(): void {
    this.#closing.abort();
  }

  async #read(stream: AsyncIterable<Buffer>): Promise<void> {
    const parser = createParser({
      onEvent: ({ data }) => {
        const event = controlEventSchema.parse(JSON.parse(data));
        if (event.type === 'exited') this.#awaited.get(event.id)?.();
      },
    });
    for await (const part of stream) parser.feed(part.toString());
  }
}
