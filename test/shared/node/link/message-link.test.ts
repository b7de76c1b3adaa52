import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MessageLink } from '../../../../shared/node/link/message-link.ts';
import { SocketLines } from '../../../../shared/node/link/socket-lines.ts';
import { socketTransport } from '../../../../shared/node/link/transport.ts';
import { until } from '../../../helpers/until.ts';

const server = createServer({ pauseOnConnect: true });
const sockets: Socket[] = [];
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Two ends of a new connection. */
const connection = async (): Promise<[Socket, Socket]> => {
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  sockets.push(near, far);
  return [near, far];
};

const end = (epoch: string) => {
  const received: unknown[] = [];
  let losses = 0;
  const link = new MessageLink({
    epoch,
    onMessage: (message) => received.push(message),
    onLost: () => (losses += 1),
  });
  return { link, received, losses: () => losses };
};
type End = ReturnType<typeof end>;

const transport = (socket: Socket) => socketTransport(new SocketLines(socket, 65_536));

const join = async (near: End, far: End): Promise<[Socket, Socket]> => {
  const pair = await connection();
  const [nearHello, farHello] = [near.link.hello, far.link.hello];
  near.link.attach(transport(pair[0]), farHello);
  far.link.attach(transport(pair[1]), nearHello);
  return pair;
};

const cut = async (near: End, far: End, [socket]: [Socket, Socket]): Promise<void> => {
  const before = near.losses() + far.losses();
  socket.destroy();
  await until('both ends know', () => near.losses() + far.losses() === before + 2);
};

test('messages arrive in order and are acknowledged', async () => {
  const [near, far] = [end('a'), end('b')];
  await join(near, far);
  for (let n = 0; n < 10; n += 1) near.link.send({ n });
  await near.link.settled(5000);
  expect(far.received).toEqual(Array.from({ length: 10 }, (_, n) => ({ n })));
  expect(near.link.unansweredMs(performance.now())).toBe(0);
});

test('messages sent while disconnected arrive once on the next connection', async () => {
  const [near, far] = [end('a'), end('b')];
  const first = await join(near, far);
  near.link.send({ n: 1 });
  await near.link.settled(5000);
  await cut(near, far, first);
  near.link.send({ n: 2 });
  far.link.send({ m: 1 });
  await join(near, far);
  await near.link.settled(5000);
  await far.link.settled(5000);
  expect(far.received).toEqual([{ n: 1 }, { n: 2 }]);
  expect(near.received).toEqual([{ m: 1 }]);
});

test('a message whose acknowledgement was lost is not delivered twice', async () => {
  const [near, far] = [end('a'), end('b')];
  const [nearSocket, farSocket] = await connection();
  // Everything reaches the far end, and nothing comes back from it.
  near.link.attach(
    { ...transport(nearSocket), listen: () => undefined },
    { epoch: 'b', seen: { epoch: '', seq: 0 } },
  );
  far.link.attach(transport(farSocket), near.link.hello);
  near.link.send({ n: 1 });
  await until('it has arrived', () => far.received.length === 1);
  await join(near, far);
  near.link.send({ n: 2 });
  await near.link.settled(5000);
  expect(far.received).toEqual([{ n: 1 }, { n: 2 }]);
});

test('messages of a new instance are not taken for repeats of the old one', async () => {
  const [near, far, next] = [end('a'), end('b'), end('c')];
  const first = await join(near, far);
  near.link.send({ n: 1 });
  await near.link.settled(5000);
  await cut(near, far, first);
  await join(next, far);
  next.link.send({ n: 10 });
  await next.link.settled(5000);
  expect(far.received).toEqual([{ n: 1 }, { n: 10 }]);
});

test('the queue and the time to wait for it are bounded', async () => {
  const near = end('a');
  const taken = Array.from({ length: 1000 }, (_, n) => near.link.send({ n }));
  expect(taken.filter(Boolean)).toHaveLength(64);
  await near.link.settled(60_000);
});

test('a stopped peer leaves a ping unanswered; any sign of life settles it', async () => {
  const [near, far] = [end('a'), end('b')];
  const [nearSocket, farSocket] = await connection();
  near.link.attach(transport(nearSocket), far.link.hello);
  near.link.probe();
  await until('it owes one', () => near.link.unansweredMs(performance.now()) > 20);
  far.link.attach(transport(farSocket), near.link.hello);
  await until('it owes none', () => near.link.unansweredMs(performance.now()) === 0);
});

test('a peer that sends invalid or oversized frames is disconnected', async () => {
  const [near] = [end('a')];
  for (const sent of ['no frame\n', 'x'.repeat(100_000)]) {
    const [nearSocket, farSocket] = await connection();
    near.link.attach(transport(nearSocket), end('b').link.hello);
    farSocket.resume();
    farSocket.write(sent);
    await until('the connection is closed', () => nearSocket.destroyed);
    expect(near.received).toEqual([]);
  }
});
