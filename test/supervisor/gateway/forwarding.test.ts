import { once } from 'node:events';
import { createServer, request, type RequestListener, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openGateway } from '../../helpers/gateway.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { until } from '../../helpers/until.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A gateway before a server that does what a test wants of a session's. */
const before = async (handler: RequestListener) => {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway = await openGateway(port);
  endings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }, gateway.close);
  return { ...gateway, server, sessionPort: port };
};

const opened = async (url: string): Promise<IncomingMessage> => {
  const asking = request(url, { agent: false });
  asking.on('error', () => undefined);
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
};

describe('an answer', () => {
  it('comes in pieces, as they are written', async () => {
    let more: (text: string) => void = () => undefined;
    const { sessionUrl } = await before((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      more = (text) => response.write(text);
    });
    const response = await opened(`${sessionUrl}${sessionPath('streamEvents')}`);
    expect(response.headers['content-type']).toBe('text/event-stream');
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    for (const part of ['data: 1\n\n', 'data: 2\n\n']) {
      more(part);
      await until('the part is here', () => text.endsWith(part));
    }
    response.destroy();
  });

  it('is given up when its client goes away', async () => {
    let isGone = false;
    const { sessionUrl } = await before((_, response) => {
      response.on('close', () => (isGone = true));
      response.writeHead(200).write('and so on');
    });
    const response = await opened(`${sessionUrl}${sessionPath('streamEvents')}`);
    response.destroy();
    await until('the session knows that nobody reads', () => isGone);
  });

  it('is given up when its client goes away before it has begun', async () => {
    let isAsked = false;
    let isGone = false;
    const { sessionUrl } = await before((_, response) => {
      isAsked = true;
      response.on('close', () => (isGone = true));
    });
    const asking = request(`${sessionUrl}${sessionPath('getPlan')}`, { agent: false });
    asking.on('error', () => undefined);
    asking.end();
    await until('the session is asked', () => isAsked);
    asking.destroy();
    await until('the session knows that nobody waits', () => isGone);
  });

  it('waits for a client that reads slowly', async () => {
    const size = 96 * 1024 * 1024;
    const piece = Buffer.alloc(256 * 1024);
    let written = 0;
    const { sessionUrl } = await before((_, response) => {
      const write = () => {
        while (written < size) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    const response = await opened(`${sessionUrl}${sessionPath('getPlan')}`);
    response.pause();
    let last = 0;
    let same = 0;
    await until('the session can write no more', () => {
      same = last === written ? same + 1 : 0;
      last = written;
      return same > 20;
    });
    // What the system holds in four sockets, and no more.
    expect(written).toBeLessThan(size / 2);
    let received = 0;
    response.on('data', (part: Buffer) => (received += part.length));
    response.resume();
    await once(response, 'end');
    expect(received).toBe(size);
  });

  it('that breaks off in the middle breaks off', async () => {
    const { sessionUrl } = await before((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy());
    });
    const response = await opened(`${sessionUrl}${sessionPath('getPlan')}`);
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));
    expect(response.complete).toBe(false);
  });

  it('that never begins is told as a failure of the session', async () => {
    const { sessionUrl, server } = await before((_, response) => void response.destroy());
    expect(await call(`${sessionUrl}${sessionPath('getPlan')}`)).toMatchObject({
      status: 502,
      json: { code: 'session_unreachable' },
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await call(`${sessionUrl}${sessionPath('getPlan')}`)).toMatchObject({
      status: 502,
      json: { code: 'session_unreachable' },
    });
  });

  it('to HEAD, and one without a body, is that', async () => {
    const { sessionUrl } = await before((asked, response) => {
      response.writeHead(asked.method === 'HEAD' ? 200 : 304, { 'X-Length': '7' }).end();
    });
    expect(await call(`${sessionUrl}/`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    });
    const { status, headers } = await call(`${sessionUrl}/`);
    expect([status, headers['x-length']]).toEqual([304, '7']);
  });
});

describe('a request', () => {
  it('goes on in pieces, as they come', async () => {
    let received = '';
    let length: string | undefined;
    const { sessionUrl } = await before((asked, response) => {
      length = asked.headers['content-length'];
      asked.setEncoding('utf8').on('data', (part: string) => (received += part));
      asked.on('end', () => response.end('done'));
    });
    const headers = { 'content-type': 'application/json', 'content-length': '6' };
    const asking = request(`${sessionUrl}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      agent: false,
      headers,
    });
    asking.write('abc');
    await until('the first half has arrived', () => received === 'abc');
    asking.end('def');
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    expect([received, length]).toEqual(['abcdef', '6']);
  });

  it('that its client gives up in the middle is given up', async () => {
    let isAborted = false;
    let received = '';
    const { sessionUrl } = await before((asked) => {
      asked.on('error', () => (isAborted = true));
      asked.setEncoding('utf8').on('data', (part: string) => (received += part));
    });
    const headers = { 'content-length': '6' };
    const asking = request(`${sessionUrl}${sessionPath('saveDraft')}`, {
      method: 'PUT',
      agent: false,
      headers,
    });
    asking.on('error', () => undefined);
    asking.write('abc');
    await until('the first half has arrived', () => received === 'abc');
    asking.destroy();
    await until('the session knows that no more comes', () => isAborted);
  });

  it('says where it came from, whatever it says of itself, and brings no credentials', async () => {
    const { sessionUrl, sessionPort } = await before((asked, response) =>
      response.end(JSON.stringify(asked.headers)),
    );
    const { json } = await call(`${sessionUrl}${sessionPath('getSession')}`, {
      headers: {
        forwarded: 'for=8.8.8.8',
        'x-forwarded-for': '8.8.8.8',
        'x-forwarded-host': 'evil.example',
        cookie: 'token=x',
        authorization: 'Bearer x',
        'x-tool': 'lint',
      },
    });
    expect(json).toMatchObject({
      host: `127.0.0.1:${sessionPort}`,
      forwarded: 'for="127.0.0.1"',
      'x-forwarded-for': '127.0.0.1',
      'x-tool': 'lint',
    });
    for (const name of ['cookie', 'authorization', 'x-forwarded-host'])
      expect(json).not.toHaveProperty(name);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a rebound name', { host: 'evil.example' }],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
    [
      'a navigation into the API',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    ],
  ])('of %s does not arrive', async (_, headers) => {
    let asked = 0;
    const { sessionUrl } = await before((_request, response) => {
      asked += 1;
      response.end();
    });
    expect((await call(`${sessionUrl}${sessionPath('getSession')}`, { headers })).status).toBe(403);
    expect(asked).toBe(0);
  });

  it('keeps its path as it came', async () => {
    const paths: string[] = [];
    const { port } = await before((asked, response) => {
      paths.push(asked.url ?? '');
      response.end();
    });
    const wanted = [
      `/../..${controlPath('getStatus')}`,
      '//evil.example/',
      '/%2e%2e%2f?a=b%20#c',
      '/a\\b',
    ];
    for (const path of wanted) {
      const socket = connect(port, '127.0.0.1');
      const head = `GET /s/0123456789ab${path} HTTP/1.1\r\nHost: localhost:${port}`;
      socket.resume().write(`${head}\r\nConnection: close\r\n\r\n`);
      await once(socket, 'close');
    }
    expect(paths).toEqual(wanted);
  });

  it('never opens a tunnel, nor changes the protocol', async () => {
    let asked = 0;
    const { port } = await before((_, response) => {
      asked += 1;
      response.end('an answer');
    });
    const answerTo = async (lines: readonly string[]) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('error', () => undefined);
      socket.write([...lines, `Host: localhost:${port}`, '', ''].join('\r\n'));
      await once(socket, 'close');
      return text;
    };
    expect(await answerTo([`CONNECT 127.0.0.1:${port} HTTP/1.1`])).toBe('');
    expect(asked).toBe(0);
    const upgrade = ['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'];
    const text = await answerTo(['GET /s/0123456789ab/ws HTTP/1.1', ...upgrade]);
    expect(text).toMatch(/^HTTP\/1\.1 200 /u);
    expect(text).not.toMatch(/^upgrade:/imu);
  });
});
