import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GalleyError } from '../../../../shared/errors.ts';
import {
  parseInput,
  type ApiRoute,
  type Handler,
} from '../../../../shared/node/http/serve-route.ts';
import { createApiApp } from '../../../../shared/node/http/api-app.ts';
import { listen } from '../../../../shared/node/http/listen.ts';
import { empty, file, json, text } from '../../../../shared/node/http/reply.ts';
import { openLog } from '../../../../shared/node/logger.ts';
import type { Method } from '../../../../shared/session/route.ts';
import { call } from '../../../helpers/http-call.ts';
import { until } from '../../../helpers/until.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const row = (method: Method, path: string, handler: Handler): ApiRoute => ({
  route: { id: `${method} ${path}`, method, path },
  handler,
});

const echo: Handler = ({ body, query }) => json({ body, query });

const schemas = { summary: '', body: z.object({ a: z.int() }), bodyName: 'The thing', replies: {} };

/** No multiple of what is sent at once. */
const pieceOfFile = 1_000_001;
const fileOffsets = [1, 70_000, 2_000_000, 5_000_000];

const routes: readonly ApiRoute[] = [
  row('GET', '/api/things', echo),
  row('POST', '/api/things', echo),
  row('GET', '/api/things/{id}', ({ params, query }) => json({ params, query })),
  row('POST', '/api/things/{id}', echo),
  row('GET', '/api/nothing', () => empty(204)),
  row('GET', '/api/broken', () => {
    throw new Error('the secret of the stack');
  }),
  row('GET', '/api/broken-late', async () => {
    await Promise.resolve();
    throw new Error('the secret of the stack');
  }),
  row('GET', '/api/cut', () =>
    text('text/plain', function* () {
      yield 'begun';
      throw new GalleyError('internal', 'No more.');
    }),
  ),
  ...fileOffsets.map((offset) =>
    row('GET', `/api/file/${offset}`, async () =>
      file(await open(process.execPath), {
        contentType: 'application/octet-stream',
        offset,
        bytes: pieceOfFile,
      }),
    ),
  ),
  row('GET', '/api/named', () => {
    throw new GalleyError('stale_draft', 'It is stale.', { issues: [{ path: 'a', message: 'b' }] });
  }),
  row('PUT', '/api/schema', (input) => json(parseInput(schemas, input).body)),
];

const serve = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-http-'));
  const file = join(folder, 'log');
  const log = openLog({ file, level: 'info', fields: { component: 'test' } });
  const { server, port } = await listen({
    handler: createApiApp({
      routes,
      directPath: '/api/things',
      prefixes: ['/api'],
      guard: { isRemote: false, hostNames: [] },
      bodyBytes: 1000,
      logger: log.logger,
      authorize: ({ headers }, { id }) => {
        if (headers['x-refuse'] === id) throw new GalleyError('unauthorized', 'No.');
      },
      pages: (request, response, next) => {
        if (request.path === '/page') response.end('page');
        else next();
      },
    }),
    host: '127.0.0.1',
    port: 0,
  });
  ending.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    call: (path: string, options = {}) => call(`${url}${path}`, options),
    log: async () => {
      log.flush();
      return readFile(file, 'utf8');
    },
  };
};

describe('an API', () => {
  it('finds routes with and without parameters', async () => {
    const api = await serve();
    const post = { method: 'POST', body: { a: 1 } };
    expect((await api.call('/api/things?x=1&x=2&y')).json).toEqual({
      query: { x: ['1', '2'], y: '' },
    });
    expect((await api.call('/api/things', post)).json).toEqual({ body: { a: 1 }, query: {} });
    expect((await api.call('/api/things/a%2Fb?x=1')).json).toEqual({
      params: { id: 'a/b' },
      query: { x: '1' },
    });
    expect((await api.call('/api/things/7', post)).json).toEqual({ body: { a: 1 }, query: {} });
    expect((await api.call('/page')).text).toBe('page');
  });

  it('answers HEAD with headers alone, and no body with none', async () => {
    const api = await serve();
    const head = await api.call('/api/things', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
    expect(await api.call('/api/nothing')).toMatchObject({ status: 204, text: '' });
  });

  it.each([
    ['an unknown path', '/api/x', {}, 404, 'not_found'],
    ['a path with a slash more', '/api/things/', {}, 404, 'not_found'],
    ['an escaped path', '/api/thing%73', {}, 404, 'not_found'],
    ['a path outside of the API', '/x', {}, 404, 'not_found'],
    ['another method', '/api/things', { method: 'DELETE' }, 405, 'method_not_allowed'],
    [
      'another method of a parameter',
      '/api/things/7',
      { method: 'PUT' },
      405,
      'method_not_allowed',
    ],
    ['broken JSON', '/api/things', { method: 'POST', raw: '{' }, 400, 'invalid_json'],
    [
      'a large body',
      '/api/things',
      { method: 'POST', raw: `"${'x'.repeat(1000)}"` },
      413,
      'body_too_large',
    ],
    [
      'a form',
      '/api/things',
      {
        method: 'POST',
        raw: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      415,
      'unsupported_media_type',
    ],
    [
      'JSON by a name that begins so',
      '/api/things',
      { method: 'POST', raw: '{}', headers: { 'content-type': 'application/jsonp' } },
      415,
      'unsupported_media_type',
    ],
    [
      'another charset',
      '/api/things',
      {
        method: 'POST',
        raw: '{}',
        headers: { 'content-type': 'application/json; charset=latin1' },
      },
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed body',
      '/api/things',
      { method: 'POST', raw: '{}', headers: { 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a body of a route with a schema',
      '/api/schema',
      { method: 'PUT', raw: '{' },
      400,
      'invalid_json',
    ],
    ['a body that the schema refuses', '/api/schema', { method: 'PUT' }, 400, 'invalid_request'],
    ['an error of its own', '/api/named', {}, 409, 'stale_draft'],
    [
      'a refusal',
      '/api/nothing',
      { headers: { 'x-refuse': 'GET /api/nothing' } },
      401,
      'unauthorized',
    ],
    [
      'a refusal by parameter',
      '/api/things/7',
      { headers: { 'x-refuse': 'GET /api/things/{id}' } },
      401,
      'unauthorized',
    ],
    ['something unforeseen', '/api/broken', {}, 500, 'internal'],
    ['something unforeseen, later', '/api/broken-late', {}, 500, 'internal'],
    ['another Host', '/page', { headers: { host: 'evil.example' } }, 403, 'forbidden_host'],
  ])('answers %s in the one shape', async (_, path, options, status, code) => {
    const api = await serve();
    const answer = await api.call(path, options);
    expect(answer).toMatchObject({ status, json: { code, error: expect.any(String) as string } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(answer.text).not.toContain('secret of the stack');
    if (status === 405) expect(answer.headers.allow).toMatch(/GET, POST/u);
  });

  it.each([
    ['a charset in quotes', 'application/json; charset="UTF-8"', '"x"', 'x'],
    ['other parameters', 'Application/JSON ;profile=a; charset=utf-8', '"x"', 'x'],
    ['a byte order mark', 'application/json', '\uFEFF"x"', 'x'],
    ['more than ASCII', 'application/json', '"ä€😀"', 'ä€😀'],
    ['as much as there may be', 'application/json', `"${'x'.repeat(998)}"`, 'x'.repeat(998)],
  ])('takes a body with %s', async (_, type, raw, body) => {
    const api = await serve();
    const headers = { 'content-type': type };
    const answer = await api.call('/api/things', { method: 'POST', raw, headers });
    expect(answer).toMatchObject({ status: 200, json: { body } });
  });

  it.each([
    ['whole', 100, 200, undefined],
    ['too large', 1200, 413, 'body_too_large'],
  ])('reads a body of unknown length: %s', async (_, length, status, code) => {
    const api = await serve();
    const answer = await new Promise<{ status: number | undefined; text: string }>(
      (resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
        const sent = httpRequest(`${api.url}/api/things`, { method: 'POST', headers });
        sent.on('error', reject);
        sent.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => resolve({ status: response.statusCode, text }));
        });
        sent.write('"');
        for (let piece = 0; piece < length; piece += 100) sent.write('x'.repeat(100));
        sent.end('"');
      },
    );
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject(
      code === undefined ? { body: 'x'.repeat(length) } : { code },
    );
  });

  it('takes any JSON value, and the row’s schema decides', async () => {
    const api = await serve();
    for (const raw of ['null', '7', '"x"', '[]'])
      expect((await api.call('/api/things', { method: 'POST', raw })).json).toMatchObject({
        body: JSON.parse(raw) as unknown,
      });
    expect((await api.call('/api/things', { method: 'POST' })).json).toEqual({ query: {} });
  });

  it('cuts an answer that fails in the middle, so that it is not taken for whole', async () => {
    const api = await serve();
    await expect(api.call('/api/cut')).rejects.toThrow(/aborted|hang up|ECONNRESET/u);
    expect((await api.call('/api/nothing')).status).toBe(204);
  });

  it('survives a client that goes away in the middle of a body', async () => {
    const api = await serve();
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': 100 };
      const sent = httpRequest(`${api.url}/api/things`, { method: 'POST', headers });
      sent.on('error', () => resolve());
      sent.write('{', () => sent.destroy(new Error('gone')));
    });
    expect((await api.call('/api/nothing')).status).toBe(204);
  });

  it('logs method, route, status and time, and neither query nor parameter', async () => {
    const api = await serve();
    await api.call('/api/things?token=hidden');
    await api.call('/api/things/hidden');
    await api.call('/api/hidden');
    await api.call('/api/broken');
    let text = '';
    // A line is written when the answer's last byte has gone, which may be after the client has it.
    await until('four requests are logged', async () => {
      text = await api.log();
      return text.split('"request"').length === 5;
    });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    const asText = ({ method, route, status, ms }: Record<string, unknown>) =>
      `${String(method)} ${String(route)} ${String(status)} ${typeof ms}`;
    expect(lines.map(asText).sort()).toEqual([
      'GET /api/broken 500 number',
      'GET /api/things 200 number',
      'GET /api/things/{id} 200 number',
      'GET other 404 number',
    ]);
    expect(text).not.toContain('hidden');
    expect(text).toContain('secret of the stack');
  });
});

describe('a file', () => {
  it('is sent as it is, to several clients at once and after one that went away', async () => {
    const { url } = await serve();
    const leaving = new AbortController();
    const left = await fetch(`${url}/api/file/1`, { signal: leaving.signal });
    await left.body?.getReader().read();
    leaving.abort();
    const bodies = fileOffsets.map(async (offset) => {
      const answered = await fetch(`${url}/api/file/${offset}`);
      return Buffer.from(await answered.arrayBuffer());
    });
    const handle = await open(process.execPath);
    for (const [index, offset] of fileOffsets.entries()) {
      const expected = Buffer.alloc(pieceOfFile);
      await handle.read(expected, 0, pieceOfFile, offset);
      expect((await bodies[index])?.equals(expected)).toBe(true);
    }
    await handle.close();
    const { headers } = await fetch(`${url}/api/file/1`, { method: 'HEAD' });
    expect(headers.get('content-length')).toBe(String(pieceOfFile));
  });
});
