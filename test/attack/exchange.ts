import { connect } from 'node:net';
import type { Attack } from './corpus/attack.ts';

/** What came back over one connection. */
export interface Exchange {
  /** The statuses of the answers, in order. */
  readonly statuses: readonly number[];
  /** Everything that was received, as Latin-1. */
  readonly text: string;
  readonly isTimedOut: boolean;
}

const statusesOf = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.[01] (\d{3}) /gu), ([, status]) => Number(status));

/** Whether the text holds a whole answer, past any `100 Continue`; a stream counts as one when its head is there. */
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

/** Sends bytes over a connection of their own and reads until it is over. */
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
    // A server that refuses a flood closes while it is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ statuses: statusesOf(text), text, isTimedOut });
    });
  });
