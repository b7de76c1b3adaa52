import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modeSchema } from '../../shared/session/mode.ts';
import type { RoutePath } from '../../shared/session/route.ts';
import { sessionPaths } from '../../shared/session/session-paths.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession } from '../helpers/worker.ts';

const worker = entry('worker');

const strangers: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['the Host of another site', { host: 'evil.example' }, 'forbidden_host'],
  ['a Host that begins like ours', { host: '127.0.0.1.evil.example' }, 'forbidden_host'],
  ['a Host with user info', { host: '127.0.0.1:1@evil.example' }, 'forbidden_host'],
  ['a malformed Host', { host: '[' }, 'forbidden_host'],
  ['a literal that is not loopback', { host: '192.168.1.2' }, 'forbidden_host'],
  ['another Origin', { origin: 'https://evil.example' }, 'forbidden_origin'],
  ['an Origin on another port', { origin: 'http://127.0.0.1:1' }, 'forbidden_origin'],
  ['a null Origin', { origin: 'null' }, 'forbidden_origin'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 'forbidden_origin'],
  ['the same site, another port', { 'sec-fetch-site': 'same-site' }, 'forbidden_origin'],
  [
    'a navigation',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'forbidden_origin',
  ],
];

describe.each(modeSchema.options)('a %s session refuses, on every route,', (mode) => {
  let session: Awaited<ReturnType<typeof openSession>>;
  beforeAll(async () => {
    session = await openSession(worker, mode, { isKept: true });
  });
  afterAll(() => session.remove());

  const routes = sessionPaths.filter(
    ({ modes: only }: RoutePath) => only === undefined || only.includes(mode),
  );
  it.each(strangers)('%s', async (_, headers, code) => {
    for (const { method, path } of routes) {
      const answer = await session.call(path, { method, headers });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.json).toMatchObject({ code });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('routes of other modes', async () => {
    for (const route of sessionPaths as readonly RoutePath[]) {
      if (route.modes === undefined || route.modes.includes(mode)) continue;
      const answer = await session.call(route.path, { method: route.method });
      expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });

  it('other methods, listing the allowed ones', async () => {
    for (const { path } of routes) {
      const answer = await session.call(path, { method: 'OPTIONS' });
      expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
      expect(answer.headers.allow?.split(', ').sort()).toEqual(
        routes
          .filter((route) => route.path === path)
          .map(({ method }) => method)
          .sort(),
      );
    }
  });

  it('bodies not declared as JSON', async () => {
    for (const { id, path, method } of routes) {
      // Images are told by their bytes; who may send one is checked in another way.
      if (!method.startsWith('P') || id === 'addUpload') continue;
      const headers = { 'content-type': 'text/plain' };
      const answer = await session.call(path, { method, raw: '{}', headers });
      expect([path, answer.status]).toEqual([path, 415]);
    }
  });
});

describe('a session', () => {
  it('answers its own page and tools', async () => {
    const session = await openSession(worker, 'plan');
    const own = { 'sec-fetch-site': 'same-origin', origin: session.url };
    expect((await session.call(sessionPath('getSession'), { headers: own })).status).toBe(200);
    const byName = {
      host: `localhost:${session.port}`,
      origin: `http://localhost:${session.port}`,
    };
    expect((await session.call(sessionPath('getSession'), { headers: byName })).status).toBe(200);
    const typed = { 'sec-fetch-site': 'none' };
    expect((await session.call(sessionPath('getSession'), { headers: typed })).status).toBe(200);
    const answer = await session.call(sessionPath('exit'), {
      method: 'POST',
      body: {},
      headers: typed,
    });
    expect(answer.status).toBe(403);
  });

  it('refuses duplicate Host headers and an absolute URL as target', async () => {
    const session = await openSession(worker, 'plan');
    const raw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(session.port, '127.0.0.1', () => socket.end(`${head}\r\n\r\n`));
        let text = '';
        socket.on('data', (part) => (text += String(part)));
        socket.on('close', () => resolve(text.slice(0, 12)));
        socket.on('error', reject);
      });
    const host = `Host: 127.0.0.1:${session.port}`;
    const close = 'Connection: close';
    expect(await raw(`GET /api/session HTTP/1.1\r\n${host}\r\n${close}`)).toBe('HTTP/1.1 200');
    expect(await raw(`GET /api/session HTTP/1.1\r\n${host}\r\nHost: evil\r\n${close}`)).toBe(
      'HTTP/1.1 403',
    );
    expect(await raw(`GET http://evil.example/api/session HTTP/1.1\r\n${host}\r\n${close}`)).toBe(
      'HTTP/1.1 400',
    );
  });

  it('accepts other names and IP literals only in remote mode', async () => {
    const session = await openSession(worker, 'plan', {
      change: () => ({ isRemote: true, allowedHosts: ['build.example'] }),
    });
    const status = async (host: string) =>
      (await session.call(sessionPath('getSession'), { headers: { host } })).status;
    expect(await status('192.168.1.2:80')).toBe(200);
    expect(await status('build.example:80')).toBe(200);
    expect(await status('evil.example')).toBe(403);
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/session/',
    '/API/session',
    `/${sessionPath('getSession')}`,
  ])('responds to %s with a JSON error', async (path) => {
    const session = await openSession(worker, 'plan');
    const answer = await session.call(path);
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});
