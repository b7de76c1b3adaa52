import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FetchDocumentRequest } from '../../../../supervisor/threads/document-requests.ts';
import { fetchDocument } from '../../../../supervisor/threads/tasks/fetch-document.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let server: Server;
let base: string;
let answer: RequestListener;
let asked: string[];
let folder: string;
let remove: () => void;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ path: folder, remove } = temporaryFolder('fetch'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  remove();
});

const fetchFrom = (url: string, options: Partial<FetchDocumentRequest> = {}) =>
  fetchDocument(
    {
      task: 'fetch-document',
      url,
      output: join(folder, 'input'),
      isPrivateAllowed: true,
      ...options,
    },
    { signal: new AbortController().signal },
  );
const fetched = (): string => readFileSync(join(folder, 'input'), 'utf8');
const respond =
  (
    type: string | undefined,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): RequestListener =>
  (_, response) =>
    void response
      .writeHead(200, { ...(type === undefined ? {} : { 'content-type': type }), ...headers })
      .end(body);

describe('fetch-document', () => {
  it.each([
    ['text/html; charset=utf-8', '/', 'html'],
    ['application/xhtml+xml', '/', 'html'],
    ['text/markdown', '/', 'markdown'],
    ['text/plain', '/README.md', 'markdown'],
    ['text/plain', '/', 'text'],
    ['application/json', '/', 'text'],
    ['application/problem+json', '/', 'text'],
    [undefined, '/x.md', 'markdown'],
  ])('takes %s at %s for %s', async (type, path, format) => {
    answer = respond(type, 'grün');
    expect(await fetchFrom(base + path)).toEqual({ format, url: base + path, bytes: 5 });
    expect(fetched()).toBe('grün');
    expect(readFileSync(join(folder, 'input.format'), 'utf8')).toBe(format);
  });

  it.each(['image/png', 'application/octet-stream', 'application/pdf'])(
    'refuses %s',
    async (type) => {
      answer = respond(type, 'x');
      await expect(fetchFrom(base)).rejects.toMatchObject({ code: 'not_a_text' });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('gr\u00fcn', 'latin1')],
    ['text/html', Buffer.from('<meta charset="windows-1252">gr\u00fcn', 'latin1')],
    ['text/plain; charset=utf-16le', Buffer.from('gr\u00fcn', 'utf16le')],
  ])('writes %s as UTF-8', async (type, body) => {
    answer = respond(type, body);
    await fetchFrom(base);
    expect(fetched()).toContain('grün');
  });

  it.each([
    ['unknown characters', 'text/plain; charset=nonsense', Buffer.from('x')],
    ['broken UTF-8', 'text/plain', Buffer.from([0xff, 0xfe, 0xfd])],
  ])('refuses %s', async (_, type, body) => {
    answer = respond(type, body);
    await expect(fetchFrom(base)).rejects.toMatchObject({ code: 'not_a_text' });
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
  ])('unpacks %s', async (encoding, body) => {
    answer = respond('text/plain', body, { 'content-encoding': encoding });
    await fetchFrom(base);
    expect(fetched()).toBe('packed');
  });

  it('stops at the size limit, packed or not', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'x');
    for (const [body, headers] of [
      [large, {}],
      [gzipSync(large), { 'content-encoding': 'gzip' }],
    ] as const) {
      answer = respond('text/plain', body, headers);
      await expect(fetchFrom(base, { maxBytes: 1024 * 1024 })).rejects.toMatchObject({
        code: 'content_too_large',
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes 10 MiB, and not a byte more', { timeout: 20_000 }, async () => {
    const largest = Buffer.alloc(10 * 1024 * 1024, 'x');
    answer = respond('text/plain', largest);
    expect((await fetchFrom(base)).bytes).toBe(largest.length);
    answer = respond('text/plain', Buffer.concat([largest, Buffer.from('x')]));
    await expect(fetchFrom(base)).rejects.toMatchObject({
      code: 'content_too_large',
      message: expect.stringMatching(/larger than 10 MiB/),
    });
  });

  it.each([
    ['no answer', () => undefined],
    [
      'an answer that never ends',
      (_: unknown, response: Parameters<RequestListener>[1]) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('x');
      },
    ],
  ] as const)('stops at the time limit: %s', async (_, listener) => {
    answer = listener;
    await expect(fetchFrom(base, { timeLimitMs: 300 })).rejects.toMatchObject({
      code: 'url_failed',
      message: expect.stringMatching(/more than 1 s/),
    });
  });

  it('follows three redirects and no more', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect((await fetchFrom(`${base}/3`)).url).toBe(`${base}/0`);
    await expect(fetchFrom(`${base}/4`)).rejects.toMatchObject({ code: 'url_failed' });
  });

  it.each(['file:///etc/passwd', 'ftp://x/', 'http://user:secret@127.0.0.1/', 'http://['])(
    'refuses to be redirected to %s',
    async (location) => {
      answer = (_, response) => void response.writeHead(301, { location }).end();
      await expect(fetchFrom(base)).rejects.toMatchObject({ code: 'url_refused' });
    },
  );

  it('says the status of a refusal', async () => {
    answer = (_, response) => void response.writeHead(404).end('none');
    await expect(fetchFrom(base)).rejects.toMatchObject({
      code: 'url_failed',
      message: expect.stringMatching(/answered 404/),
    });
  });

  it('says why it cannot connect', async () => {
    await expect(fetchFrom('http://127.0.0.1:1/')).rejects.toMatchObject({
      code: 'url_failed',
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it.each(['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'does not ask this machine as %s unless it may',
    async (host) => {
      answer = respond('text/plain', 'secret');
      const url = base.replace('127.0.0.1', host);
      await expect(fetchFrom(url, { isPrivateAllowed: false })).rejects.toMatchObject({
        code: 'url_refused',
        message: expect.stringMatching(/--allow-private, or set allowPrivateUrls/),
      });
      expect(asked).toEqual([]);
      await fetchFrom(url);
      expect(asked).toEqual(['/']);
    },
  );

  it('stops on its signal', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    await expect(
      fetchDocument(
        {
          task: 'fetch-document',
          url: base,
          output: join(folder, 'input'),
          isPrivateAllowed: true,
        },
        { signal: controller.signal },
      ),
    ).rejects.toMatchObject({ code: 'url_failed' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
