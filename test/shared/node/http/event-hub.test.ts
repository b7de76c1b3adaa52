import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EventHub } from '../../../../shared/node/http/event-hub.ts';
import { openStream } from '../../../helpers/event-stream.ts';
import { until } from '../../../helpers/until.ts';

interface Counted {
  readonly type: 'snapshot' | 'change' | 'last';
  readonly version: number;
  readonly text?: string;
}

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Options = Partial<ConstructorParameters<typeof EventHub<Counted>>[0]>;

const serve = async (options: Options = {}) => {
  let version = 0;
  const hub = new EventHub<Counted>({
    snapshot: () => [{ type: 'snapshot', version }],
    maxStreams: 8,
    backlogBytes: 100_000,
    ...options,
  });
  const server = createServer((_, response) => {
    try {
      hub.open(response);
    } catch {
      response.writeHead(503).end();
    }
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    hub,
    port,
    url: `http://127.0.0.1:${port}`,
    change: (text = '') => {
      version += 1;
      hub.broadcast({ type: 'change', version, text });
    },
    version: () => version,
  };
};

/** A reader by hand, which can stop to read. */
const openRaw = async (port: number) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  const reader = { socket, text: '', isClosed: false };
  socket.on('data', (part: string) => (reader.text += part));
  socket.on('close', () => (reader.isClosed = true));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.0\r\n\r\n');
  await until('the first snapshot', () => reader.text.includes('"snapshot"'));
  return reader;
};

const big = 'x'.repeat(50_000);

describe('an event hub', () => {
  it('gives each reader a snapshot and then every event', async () => {
    const { hub, url, change } = await serve();
    const early = await openStream(url);
    await early.next();
    change();
    const late = await openStream(url);
    await late.next();
    change();
    await until('both have the last', () => early.events.length === 3 && late.events.length === 2);
    expect(early.events.map(({ id }) => id)).toEqual(['0', '1', '2']);
    expect(late.events.map(({ data }) => data.version)).toEqual([1, 2]);
    early.close();
    await until('one is gone', () => hub.size === 1);
    late.close();
    await until('none is left', () => hub.size === 0);
  });

  it('gives a reader that fell behind a snapshot in the place of what it missed', async () => {
    const { port, change, version } = await serve();
    const reader = await openRaw(port);
    reader.socket.pause();
    for (let round = 0; round < 500; round += 1) {
      change(big);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const missed = version();
    reader.text = '';
    reader.socket.resume();
    await until('it caught up', () => reader.text.includes(`"snapshot","version":${missed}`));
    change();
    await until('it lives on events again', () => reader.text.includes(`"version":${missed + 1}`));
    const versions = Array.from(reader.text.matchAll(/^id: (\d+)$/gmu), ([, id]) => Number(id));
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
    expect(versions.length).toBeLessThan(400);
    expect(versions).toContain(missed);
  });

  it('keeps no more than the backlog for a reader that does not read', async () => {
    const { hub, port, change } = await serve();
    const reader = await openRaw(port);
    reader.socket.pause();
    globalThis.gc?.();
    const before = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
    for (let round = 0; round < 1000; round += 1) change(`${round}${big}`);
    const kept = process.memoryUsage().external + process.memoryUsage().arrayBuffers - before;
    expect(hub.size).toBe(1);
    expect(kept).toBeLessThan(20_000_000);
  });

  it('sends a large snapshot in pieces, and what came meanwhile behind it', async () => {
    let made = 0;
    const pieces = function* () {
      yield 'id: 0\ndata: {"type":"snapshot","version":0,"text":"';
      for (let count = 0; count < 400; count += 1) {
        made += 1;
        yield big;
      }
      yield '"}\n\n';
    };
    const { port, change } = await serve({ snapshot: pieces });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    sockets.push(socket);
    let text = '';
    socket.pause().on('data', (part: string) => (text += part));
    socket.write('GET / HTTP/1.0\r\n\r\n');
    await until('it began', () => made > 0);
    change('meanwhile');
    // Twenty megabytes do not fit into the buffers of a connection that is not read.
    expect(made).toBeLessThan(400);
    socket.resume();
    await until('the event came', () => text.includes('meanwhile'));
    expect(text.indexOf('meanwhile')).toBeGreaterThan(text.indexOf('"}\n\n'));
    expect(text.length).toBeGreaterThan(400 * big.length);
  });

  it('disconnects a reader that stays blocked', async () => {
    const { hub, port, change } = await serve({ blockedMs: 200 });
    const reader = await openRaw(port);
    const other = await openRaw(port);
    reader.socket.pause();
    for (let round = 0; round < 500; round += 1) {
      change(big);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until('the blocked one is gone', () => hub.size === 1);
    expect(other.isClosed).toBe(false);
  });

  it('beats with a comment', async () => {
    const { url } = await serve({ heartbeatMs: 20 });
    const stream = await openStream(url);
    await until('two beats', () => stream.comments.length > 1);
    expect(stream.events).toHaveLength(1);
    stream.close();
  });

  it('counts its streams, and those of others, against its limit', async () => {
    let others = 0;
    const { url } = await serve({ maxStreams: 2, otherStreams: () => others });
    const first = await openStream(url);
    others = 1;
    expect((await openStream(url)).response.statusCode).toBe(503);
    others = 0;
    expect((await openStream(url)).response.statusCode).toBe(200);
    expect((await openStream(url)).response.statusCode).toBe(503);
    first.close();
  });

  it('ends every stream with a last event, one that is opened later too', async () => {
    const { hub, url } = await serve();
    const stream = await openStream(url);
    await stream.next();
    hub.end({ type: 'last', version: 9 });
    await until('it is over', stream.isOver);
    expect(stream.events.at(-1)?.data).toEqual({ type: 'last', version: 9 });
    const late = await openStream(url);
    await until('the late one is over', late.isOver);
    expect(late.events.map(({ data }) => data.type)).toEqual(['last']);
    expect(hub.size).toBe(0);
  });
});
