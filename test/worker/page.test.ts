import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptsEncoding } from '../../shared/node/page/page-handler.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');

const openWithPage = async (): Promise<TestSession> => {
  const session = await openSession(worker, 'plan');
  const { page } = session.files;
  await writeFile(join(page, 'assets', 'main-1a2b.js'), 'plain');
  await writeFile(join(page, 'assets', 'main-1a2b.js.br'), 'as br');
  await writeFile(join(page, 'assets', 'main-1a2b.js.gz'), 'as gz');
  await mkdir(join(page, 'assets', 'sub'));
  await writeFile(join(page, 'assets', 'sub', 'a.woff2'), 'font');
  await writeFile(join(page, '..', 'secret.txt'), 'secret');
  await symlink(join(page, '..', 'secret.txt'), join(page, 'assets', 'link.txt'));
  return session;
};

describe('the page', () => {
  it('is served with a policy that blocks foreign and inline scripts', async () => {
    const session = await openWithPage();
    for (const path of ['/', '/index.html', '/?x=1']) {
      const answer = await session.call(path);
      expect(answer).toMatchObject({ status: 200, text: '<!doctype html><title>page</title>' });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      for (const closed of ['frame-ancestors', 'base-uri', 'form-action'])
        expect(policy).toContain(`${closed} 'none'`);
      expect(policy).not.toMatch(/unsafe-eval|blob:|\*|script-src[^;]*unsafe/u);
    }
  });

  it('has immutable assets in the encoding that the client prefers', async () => {
    const session = await openWithPage();
    const get = (accepted?: string) =>
      session.call('/assets/main-1a2b.js', {
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
    const plain = await get();
    expect(plain.text).toBe('plain');
    expect(plain.headers['cache-control']).toContain('immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers.vary).toBe('Accept-Encoding');
    const brotli = await get('gzip, deflate, br');
    expect([brotli.text, brotli.headers['content-encoding']]).toEqual(['as br', 'br']);
    const gzip = await get('gzip, br;q=0');
    expect([gzip.text, gzip.headers['content-encoding']]).toEqual(['as gz', 'gzip']);
    expect((await session.call('/assets/sub/a.woff2')).headers['content-type']).toBe('font/woff2');
  });

  it.each([
    '/assets/link.txt',
    '/assets/main-1a2b.js.br',
    '/assets/',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/index.html%00',
    '/favicon.ico',
    '/constructor',
  ])('does not exist at %s', async (path) => {
    const session = await openWithPage();
    const status = await new Promise((resolve, reject) => {
      // Sent by hand, since URL parsing would normalize it.
      const sent = request({ host: '127.0.0.1', port: session.port, path }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers['content-type']]);
      });
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('may be opened from a link on another site, but not in a frame', async () => {
    const session = await openWithPage();
    const from = (destination: string) =>
      session.call('/', {
        headers: {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': destination,
        },
      });
    expect((await from('document')).status).toBe(200);
    expect((await from('iframe')).status).toBe(403);
  });

  it('is read-only', async () => {
    const session = await openWithPage();
    const answer = await session.call('/', { method: 'POST', body: {} });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect((await session.call('/', { method: 'HEAD' })).headers['content-length']).toBe('34');
  });

  it('is reported with an explanation if it is missing', async () => {
    const session = await openSession(worker, 'plan');
    await rm(session.files.page, { recursive: true });
    expect(await session.call('/')).toMatchObject({ status: 500, json: { code: 'internal' } });
  });
});

it.each([
  [undefined, 'br', false],
  ['gzip, deflate, br, zstd', 'br', true],
  ['gzip;q=1.0, br;q=0', 'br', false],
  ['*', 'br', true],
  ['*;q=0, gzip', 'br', false],
  ['BR', 'br', true],
  ['brotli', 'br', false],
])('the header %j accepts %s: %s', (header, encoding, isAccepted) => {
  expect(acceptsEncoding(header, encoding)).toBe(isAccepted);
});
