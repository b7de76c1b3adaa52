import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '../../../shared/errors.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { openGateway } from '../../helpers/gateway.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { openSession, type TestSession } from '../../helpers/worker.ts';

const worker = entry('worker');

let session: TestSession;
let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  session = await openSession(worker, 'plan', {
    isKept: true,
    limits: { bodyBytes: 1024 * 1024 },
    change: () => ({ isRemote: true }),
  });
  gateway = await openGateway(session.port);
});
afterAll(async () => {
  await gateway.close();
  await session.remove();
});

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const elsewhere = { ...navigation, 'sec-fetch-site': 'cross-site' };

describe('a session behind the gateway', () => {
  it('answers its page with the headers that it has by itself', async () => {
    const [own, through] = await Promise.all([session.call('/'), call(`${gateway.sessionUrl}/`)]);
    expect(through.bytes).toEqual(own.bytes);
    const { connection: _, date: __, 'keep-alive': ___, ...headers } = own.headers;
    expect(through.headers).toMatchObject(headers);
    expect(through.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('takes findings and tells of them in its stream', async () => {
    const stream = await openStream(`${gateway.sessionUrl}${sessionPath('streamAnnotations')}`);
    expect((await stream.next()).data.type).toBe('snapshot');
    const body = { source: 'lint', text: 'too vague' };
    const url = `${gateway.sessionUrl}${sessionPath('addAnnotations')}`;
    expect((await call(url, { method: 'POST', body })).status).toBe(201);
    expect((await stream.next()).data).toMatchObject({ type: 'add' });
    stream.close();
  });

  it('answers its own page under each name that it may be opened by', async () => {
    for (const host of ['localhost', '127.0.0.1:8000', '10.0.0.1:19440', 'build.example:1']) {
      const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      const url = `${gateway.sessionUrl}${sessionPath('changeConfig')}`;
      const { status } = await call(url, { method: 'POST', body: {}, headers: own });
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }, 'forbidden_origin'],
    ['another port', { origin: 'http://127.0.0.1:1' }, 'forbidden_origin'],
    ['a frame', { ...elsewhere, 'sec-fetch-dest': 'iframe' }, 'forbidden_origin'],
    ['a navigation into the API', elsewhere, 'forbidden_origin'],
    ['a rebound name', { host: 'evil.example' }, 'forbidden_host'],
    ['a name that ends like one of ours', { host: 'xbuild.example' }, 'forbidden_host'],
  ])('refuses %s', async (_, headers, code) => {
    const url = `${gateway.sessionUrl}${sessionPath('getSession')}`;
    expect(await call(url, { headers })).toMatchObject({ status: 403, json: { code } });
  });

  it('is not asked in the name of its own page by a page that is not', async () => {
    // The session by itself would believe this one: it is its own origin.
    const headers = { origin: session.url };
    expect((await session.call(sessionPath('getSession'), { headers })).status).toBe(200);
    expect(
      (await call(`${gateway.sessionUrl}${sessionPath('getSession')}`, { headers })).status,
    ).toBe(403);
  });

  it('may have its page opened from anywhere', async () => {
    expect((await call(`${gateway.sessionUrl}/`, { headers: elsewhere })).status).toBe(200);
    expect((await call(`${gateway.url}/list`, { headers: elsewhere })).status).toBe(200);
    expect((await call(`${gateway.url}/dashboard/`, { headers: elsewhere })).status).toBe(200);
  });

  it.each([
    ['of another type', 200_000, 'text/plain', 415],
    ['of another type, and long', 8_000_000, 'text/plain', 415],
    ['that is too long', 8_000_000, 'application/json', 413],
  ])('says why it refuses a body %s, to whoever still sends it', async (_, bytes, type, status) => {
    const raw = Buffer.alloc(bytes, 'a');
    const options = { method: 'POST', raw, headers: { 'content-type': type } };
    const path = sessionPath('addAnnotations');
    for (const url of [session.url, gateway.sessionUrl])
      for (let count = 0; count < 15; count += 1) {
        const answer = await call(url + path, options);
        expect(errorBodySchema.safeParse(answer.json).success).toBe(true);
        expect([url, answer.status]).toEqual([url, status]);
      }
  });

  it('takes nothing for a request that may be the rest of a body', async () => {
    for (const port of [session.port, gateway.port]) {
      const prefix = port === session.port ? '' : '/s/0123456789ab';
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      const lines = ['Host: localhost', 'Content-Type: text/plain', 'Content-Length: 1000'];
      socket.write([`POST ${prefix}/api/exit HTTP/1.1`, ...lines, '', 'half'].join('\r\n'));
      await until('it is answered', () => text.includes('unsupported_media_type'));
      socket.write(`GET ${prefix}/api/session HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await once(socket, 'close');
      expect(text.match(/HTTP\/1\.1 /gu)).toHaveLength(1);
      expect(text).toMatch(/^connection: close\r$/imu);
    }
  });

  it('is led to from the address without its slash', async () => {
    const answer = await call(gateway.sessionUrl);
    expect([answer.status, answer.headers.location]).toEqual([308, '/s/0123456789ab/']);
    const posted = await call(gateway.sessionUrl, { method: 'POST', body: {} });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a session that is not open', () => {
  const address = () => `${gateway.url}/s/000000000000/`;

  it('is told in words to who looks for it', async () => {
    const answer = await call(address(), { headers: { accept: 'text/html,*/*' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^text\/html/u);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.text).toContain('This review is not open');
  });

  it('is told in JSON to a tool', async () => {
    for (const path of ['', 'api/session'])
      expect(await call(address() + path)).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      });
  });
});

describe('the gateway itself', () => {
  it('lists the sessions and loads the list again', async () => {
    const { status, headers, text } = await call(`${gateway.url}/list`);
    expect([status, headers['refresh']]).toEqual([200, '10']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/u);
    expect(text).toContain('href="s/0123456789ab/"');
    expect((await call(`${gateway.url}/list`, { method: 'HEAD' })).text).toBe('');
    expect((await call(`${gateway.url}/list`, { method: 'POST', body: {} })).status).toBe(405);
  });

  it.each(['/', '/dashboard'])('leads from %s to the dashboard', async (path) => {
    const { status, headers } = await call(gateway.url + path);
    expect([status, headers.location]).toEqual([308, '/dashboard/']);
  });

  it('hands on to the dashboard what is asked below its path, and says where the sessions are', async () => {
    const { text, headers } = await call(
      `${gateway.url}/dashboard${controlPath('getStatus')}?workers=memory`,
    );
    expect(text).toBe('dashboard /v1/status?workers=memory');
    expect(headers['galley-sessions-at']).toBe('../s/');
  });

  it('has no route of the dashboard opened by a navigation from elsewhere', async () => {
    const url = `${gateway.url}/dashboard${controlPath('listSessions')}`;
    expect(await call(url, { headers: elsewhere })).toMatchObject({
      status: 403,
      json: { code: 'forbidden_origin' },
    });
  });

  it.each([
    controlPath('getStatus'),
    `${controlPath('hello')}?challenge=x`,
    controlPath('getMetrics'),
    sessionPath('getSession'),
    '/s/',
    '/x',
  ])('knows nothing at %s', async (path) => {
    expect(await call(gateway.url + path)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    });
  });

  it('leads from no path of a session out of it', async () => {
    for (const path of [
      `/../..${controlPath('hello')}?challenge=x`,
      '/..%2f..%2fv1/status',
      '/%2e%2e/',
    ]) {
      const text = await new Promise<string>((resolve) => {
        const socket = connect(gateway.port, '127.0.0.1');
        let received = '';
        socket.on('data', (part) => (received += String(part)));
        socket.on('close', () => resolve(received));
        const head = `GET /s/0123456789ab${path} HTTP/1.1\r\nHost: 127.0.0.1`;
        socket.write(`${head}\r\nConnection: close\r\n\r\n`);
      });
      expect(text).toMatch(/^HTTP\/1\.1 404 /u);
    }
  });
});
