import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { closeServer, listen } from '../../../../shared/node/http/listen.ts';
import { until } from '../../../helpers/until.ts';

const maxConnections = 8;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const open = (port: number, sent = request): Socket => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.resume();
  socket.write(sent);
  return socket;
};

it('connections that were all busy at once leave room when they become idle', async () => {
  const waiting: ServerResponse[] = [];
  const { server, port } = await listen({
    host: '127.0.0.1',
    port: 0,
    maxConnections,
    handler: (_, response) => void waiting.push(response),
  });
  for (let count = 0; count < maxConnections; count += 1) open(port);
  await until('all are busy', () => waiting.length === maxConnections);
  for (const response of waiting.splice(0)) response.end('done');
  await until('half of them are closed', () => sockets.filter(({ closed }) => closed).length === 4);
  const another = open(port);
  await until('a new one is served', () => waiting.length === 1);
  waiting[0]?.end('done');
  const [data] = (await once(another, 'data')) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 200/u);
  await closeServer(server);
});

it.each(['Content-Length: 100\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'])(
  'connections that do not finish a body leave room: %j',
  async (body) => {
    const { server, port } = await listen({
      host: '127.0.0.1',
      port: 0,
      maxConnections,
      handler: (asked, response) => {
        asked.resume().once('end', () => response.end('done'));
      },
    });
    for (let count = 0; count < maxConnections * 2; count += 1)
      open(port, `POST / HTTP/1.1\r\nHost: localhost\r\n${body}`);
    await until('the oldest are closed', () => sockets.filter(({ closed }) => closed).length >= 8);
    const [data] = (await once(open(port), 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 200/u);
    await closeServer(server);
  },
);
