import { connect } from 'node:net';
import type { Attack } from './corpus/attack.ts';

/** What was received on one connection. */
export interface Exchange {
  /** The response statuses, in order. */
  readonly statuses: readonly number[];
  /** Everything received, as Latin-1. */
  readonly text: string;
  readonly isTimedOut: boolean;
}

const statusesOf = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.[01] (\d{3}) /gu), ([, status]) => Number(status));

/** Whether the text contains a complete response, after any `100 Continue`; for a stream, its head is enough. */
const isAnswered = (received: string): boolean => {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/u, '');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/iu.exec(text.slice(0, end))?.[1];
  return length === undefined || text.length - end - 4 >= Number(length);
};

interface ExchangeOptions extends Pick<Attack, 'over'> {
  readonly timeoutMs?: number;
}

/** Sends bytes on a new connection and reads until it is over. */
export const exchange = (
  port: number,
  bytes: Buffer,
  { over = 'closed', timeoutMs = 5000 }: ExchangeOptions = {},
): Promise<Exchange> =>
  new Promise((resolve) => {
    let text = '';
    let isTimedOut = false;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const timer = setTimeout(() => {
      isTimedOut = true;
      socket.destroy();
    }, timeoutMs);
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      if (over === 'sent') socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (part: string) => {
      text += part;
      if (over === 'answered' && isAnswered(text)) socket.destroy();
    });
    // A server that refuses a flood closes the connection while it is being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ statuses: statusesOf(text), text, isTimedOut });
    });
  });
