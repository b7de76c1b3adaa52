import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream } from '../../helpers/event-stream.ts';
import { openGateway } from '../../helpers/gateway.ts';
import { call } from '../../helpers/http-call.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { until } from '../../helpers/until.ts';

/** More than the connections that the gateway has to a session. */
const clients = 260;
/** More than the systems' buffers take on the way. */
const large = Buffer.alloc(16 * 1024 * 1024);
/** Much less than what a client that takes nothing has until it is cut off. */
const soonMs = 5000;

let server: Server;
let gateway: Awaited<ReturnType<typeof openGateway>>;
let sockets: Socket[];
/** Tells who follows the stream. */
let tell: (text: string) => void;
/** Requests that have reached the session. */
let asked: number;

const answer = (url: string, response: ServerResponse): void => {
  asked += 1;
  if (url.endsWith('/events')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    tell = (text) => response.write(text);
  } else response.end(url.endsWith('/plan') ? large : '{}');
};

beforeEach(async () => {
  asked = 0;
  sockets = [];
  server = createServer((request, response) => {
    if (request.method === 'GET') answer(request.url ?? '', response);
    else request.resume().on('end', () => answer('', response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateway = await openGateway((server.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await gateway.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends lines, and then neither sends nor reads anything. */
const standStill = async (start: string, lines: readonly string[] = []): Promise<Socket> => {
  const { port, sessionUrl } = gateway;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  sockets.push(socket);
  await once(socket, 'connect');
  const [method, path] = start.split(' ');
  const head = [`${method} ${new URL(sessionUrl).pathname}${path} HTTP/1.1`, 'Host: localhost'];
  socket.write([...head, ...lines, '', ''].join('\r\n'));
  return socket;
};

const assertAnswers = async (): Promise<void> => {
  for (let count = 0; count < 10; count += 1) {
    const startedAt = performance.now();
    expect((await call(`${gateway.sessionUrl}${sessionPath('getSession')}`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
  }
};

describe('a session goes on to answer through the gateway', () => {
  it('whoever takes nothing of what is answered, and its quiet streams stay', async () => {
    const stream = await openStream(`${gateway.sessionUrl}${sessionPath('streamEvents')}`);
    for (let count = 0; count < clients; count += 1) await standStill('GET /api/plan');
    await until('all have been let through', () => asked === clients + 1);
    await assertAnswers();
    tell('data: {"type":"one"}\n\n');
    expect((await stream.next()).data.type).toBe('one');
    expect(stream.isOver()).toBe(false);
    stream.close();
  });

  it('whoever sends half of a request', async () => {
    for (let count = 0; count < clients; count += 1)
      await standStill('POST /api/draft', ['Content-Length: 9', '', 'half']);
    await assertAnswers();
  });
});
