import { get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { until } from './until.ts';

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly data: {
    readonly type: string;
    readonly version?: number;
    readonly [field: string]: unknown;
  };
}

/** Encodes events as stream text. */
export const eventStream = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** Reads an event stream, recording everything received. */
export const openStream = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];
  let isOver = false;
  let taken = 0;
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({ id, name: event, data: JSON.parse(data) as ReceivedEvent['data'] }),
    onComment: (comment) => comments.push(comment),
  });
  const request = get(url, { agent: false, headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  response.setEncoding('utf8');
  response.on('data', (part: string) => parser.feed(part));
  response.on('error', () => undefined);
  response.on('close', () => (isOver = true));
  request.on('error', () => undefined);
  return {
    response,
    events,
    comments,
    /** The next event not yet taken. */
    next: async (): Promise<ReceivedEvent> => {
      await until('another event', () => events.length > taken);
      taken += 1;
      const event = events[taken - 1];
      if (event === undefined) throw new Error('no event');
      return event;
    },
    isOver: () => isOver,
    close: () => request.destroy(),
  };
};
