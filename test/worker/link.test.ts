import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createHash } from 'node:crypto';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { describeWhere } from '../helpers/programs.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

let session: TestSession;
beforeAll(async () => {
  session = await openSession(entry('worker'), 'plan', { isKept: true });
});
afterAll(() => session.remove());

const challenge = '0'.repeat(32);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Place {
  readonly port: number;
  readonly address: string;
}

/** Connects like an adopting supervisor; returns the answer and the connection. */
const ask = async (
  path = '/link',
  header = `galley-challenge: ${challenge}\r\n`,
  { port, address }: Place = { port: session.port, address: '127.0.0.1' },
) => {
  const socket = connect(port, address);
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part));
  socket.on('error', () => undefined);
  socket.write(`CONNECT ${path} HTTP/1.1\r\nHost: ${address}:${port}\r\n${header}\r\n`);
  await until('there is an answer', () => text.includes('\r\n\r\n') || socket.destroyed);
  const closed = () => until('it is cut off', () => socket.destroyed);
  return { socket, text: () => text, closed };
};

const hello = (proof: string) =>
  `${JSON.stringify({ proof, epoch: 'x', seen: { epoch: '', seq: 0 } })}\n`;

const challengeIn = (text: string) => /galley-challenge: ([0-9a-f]{32})/u.exec(text)?.[1] ?? '';

/** A non-loopback address of this machine: connections to it also come from it. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('a connection for adopting a worker', () => {
  it('receives a proof of the nonce, never the nonce itself', async () => {
    const { socket, text } = await ask();
    const { nonce } = session.assignment;
    expect(text()).toContain(`galley-proof: ${sha256(`worker:${challenge}:${nonce}`)}`);
    expect(text()).not.toContain(nonce);
    socket.destroy();
  });

  it.each([
    ['no proof', () => 'hello\n'],
    ['a proof of another nonce', (c: string) => hello(sha256(`supervisor:${c}:other`))],
    [
      'the proof that the worker itself has given',
      () => hello(sha256(`worker:${challenge}:${session.assignment.nonce}`)),
    ],
    ['an endless line', () => 'x'.repeat(200_000)],
  ])('is closed when it sends %s, and the session continues', async (_, line) => {
    const asked = await ask();
    asked.socket.write(line(challengeIn(asked.text())));
    await asked.closed();
    expect(asked.text()).not.toContain('preparation');
    expect((await session.call(sessionPath('getSession'))).status).toBe(200);
    // The link to its own supervisor is intact.
    expect(session.child.connected).toBe(true);
  });

  it.each([
    ['another path', sessionPath('getSession'), `galley-challenge: ${challenge}\r\n`],
    ['another server', 'example.org:443', `galley-challenge: ${challenge}\r\n`],
    ['no challenge', '/link', ''],
    ['a challenge that is none', '/link', 'galley-challenge: x\r\n'],
  ])('is refused for %s', async (_, path, header) => {
    const { text, closed } = await ask(path, header);
    await closed();
    expect(text()).toMatch(/^HTTP\/1\.1 403 /u);
  });

  it('replaces the previous supervisor if its proof is right', async () => {
    const { socket, text } = await ask();
    const { nonce } = session.assignment;
    socket.write(hello(sha256(`supervisor:${challengeIn(text())}:${nonce}`)));
    await until('the worker says how far it is', () => /"state".*\n/u.test(text()));
    await until('the one before is let go', () => !session.child.connected);
    expect(JSON.parse(text().split('\r\n\r\n')[1]?.split('\n')[0] ?? '')).toMatchObject({
      state: { preparation: { state: 'ready' }, outcome: null },
    });
    expect((await session.call(sessionPath('getSession'))).status).toBe(200);
    socket.destroy();
  });
});

describeWhere(
  ownAddress === undefined ? 'this machine has no address for others' : undefined,
  'a session that others can reach',
  () => {
    it('is accepted from this machine only', async () => {
      const remote = await openSession(entry('worker'), 'plan', {
        change: () => ({ isRemote: true }),
      });
      const header = `galley-challenge: ${challenge}\r\n`;
      const { port } = remote;
      const address = ownAddress ?? '';
      expect((await call(`http://${address}:${port}${sessionPath('getSession')}`)).status).toBe(
        200,
      );
      const outside = await ask('/link', header, { port, address });
      await outside.closed();
      expect(outside.text()).toMatch(/^HTTP\/1\.1 403 /u);
      expect(outside.text()).not.toContain('galley-proof');
      const inside = await ask('/link', header, { port, address: '127.0.0.1' });
      expect(inside.text()).toContain('galley-proof');
      inside.socket.destroy();
    });
  },
);
