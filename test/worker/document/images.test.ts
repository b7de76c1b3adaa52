import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanAnswer } from '../../../shared/session/content.ts';
import { renderDocument } from '../../../supervisor/threads/tasks/render-document.ts';
import { avif, bmp, gif, jpeg, png, svgBomb, webp } from '../../helpers/images.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { readWhileSwapped } from '../../helpers/swap.ts';
import { entry } from '../../helpers/supervisor.ts';
import { openSession, type TestSession } from '../../helpers/worker.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** An AVIF of nothing but empty boxes. */
const endless = Buffer.alloc(1024 * 1024);
for (let at = 0; at < endless.length; at += 8)
  endless.write('\0\0\0\b' + (at === 0 ? 'ftyp' : 'free'), at);
endless.write('avif', 8);

let above: string;
let session: TestSession;
let key: string;

beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'galley-images-'));
  const folder = join(above, 'project');
  await mkdir(join(folder, 'img/.kept'), { recursive: true });
  await mkdir(join(above, 'other'));
  const files: Readonly<Record<string, string | Buffer>> = {
    'plan.md': '# Plan\n',
    'img/a.png': png(3, 2),
    'img/b c.JPG': png(1, 1),
    'img/a.svg': svg,
    'img/.kept/a.png': png(1, 1),
    '.a.png': png(1, 1),
    'text.png': 'Just a text.\n',
    'cut.png': png(1, 1).subarray(0, 20),
    'small.jpg': jpeg(3, 2),
    'small.webp': webp.lossless(3, 2),
    'small.avif': avif.image(3, 2),
    'frames.avif': avif.frames(3, 2),
    'small.bmp': bmp(3, -2),
    'bomb.png': png(1, 1, { width: 60_000, height: 60_000 }),
    'bomb.jpg': jpeg(60_000, 60_000),
    'bomb.gif': gif([60_000, 60_000]),
    'bomb.webp': webp.lossless(16_384, 16_384),
    'wide.webp': webp.extended(1 << 24, 3),
    'bomb.avif': avif.image(60_000, 60_000),
    'long.avif': avif.frames(60_000, 60_000),
    'bomb.bmp': bmp(60_000, -60_000),
    'bomb.svg': svgBomb,
    'bomb.css': `a { background: url("data:image/svg+xml,${encodeURIComponent(svgBomb)}") }`,
    'bomb-16.css': Buffer.from('\uFEFFa {}', 'utf16le'),
    'cut.avif': avif.image(60_000, 60_000).subarray(0, 30),
    'endless.avif': endless,
    'huge.png': png(1, 1),
    'page.html': svg,
    '../outside.png': png(1, 1),
    '../other/a.png': png(1, 1),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await truncate(join(folder, 'huge.png'), 17 * 1024 * 1024);
  await symlink(join(above, 'outside.png'), join(folder, 'link.png'));
  await symlink(join(above, 'other'), join(folder, 'linked'));
  await symlink('img/a.png', join(folder, 'inner.png'));
  await mkdir(join(folder, 'folder.png'));
  execFileSync('mkfifo', [join(folder, 'pipe.png')]);
  session = await openSession(entry('worker'), 'plan', {
    isKept: true,
    change: () => ({ source: { kind: 'path', path: join(folder, 'plan.md') } }),
  });
  const { json } = await session.call(sessionPath('getPlan'));
  key = (json as PlanAnswer).assets?.key ?? '';
});
afterAll(async () => {
  await session.remove();
  await rm(above, { recursive: true });
});

/** The path of an asset, verbatim. */
const assetAt = (by: string, path: string): string =>
  sessionPath('getAsset', { params: { key: by, rest: '' } }) + path;

/** Sends a path as it is: neither normalized nor encoded. */
const get = (path: string, by = key) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const target = assetAt(by, path);
      request({ host: '127.0.0.1', port: session.port, path: target, agent: false }, (response) => {
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      })
        .on('error', reject)
        .end();
    },
  );

describe('an image in the folder of a plan', () => {
  it.each([
    ['img/a.png', 'image/png'],
    // By its bytes.
    ['img/b%20c.JPG', 'image/png'],
    ['img/a.svg', 'image/svg+xml; charset=utf-8'],
    ['small.jpg', 'image/jpeg'],
    ['small.webp', 'image/webp'],
    ['small.avif', 'image/avif'],
    ['frames.avif', 'image/avif'],
    ['small.bmp', 'image/bmp'],
  ])('%s is served, and can run nothing when it is opened', async (path, type) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/u);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    'gone.png',
    '../outside.png',
    '%2e%2e/outside.png',
    '%2E%2E%2Foutside.png',
    'img/../../outside.png',
    'img/..%2f..%2foutside.png',
    'img/%2e%2e/%2e%2e/outside.png',
    '..\\outside.png',
    '..%5coutside.png',
    '....//outside.png',
    '%252e%252e/outside.png',
    '/img/a.png',
    '//img//a.png',
    'img%2fa.png',
    'img/a.png%00',
    'text.png%00.png',
    '%22img%22.png',
    'link.png',
    'linked/a.png',
    'inner.png',
    '.a.png',
    './img/.kept/a.png',
    'img/.kept/a.png',
    'img/%2ekept/a.png',
    'folder.png',
    'pipe.png',
    'page.html',
    'plan.md',
    'img',
  ])('%s is not served', async (path) => {
    const { status, text } = await get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('PNG');
  });

  it('a path that is not UTF-8 is refused', async () => {
    expect((await get('%c0%ae%c0%ae/outside.png')).status).toBe(400);
  });

  it.each([
    ['text.png', 'not_an_image'],
    ['cut.png', 'not_an_image'],
    ['cut.avif', 'not_an_image'],
    ['endless.avif', 'not_an_image'],
    ...['bomb.png', 'bomb.jpg', 'bomb.gif', 'bomb.webp', 'wide.webp', 'bomb.avif', 'long.avif'].map(
      (name) => [name, 'content_too_large'],
    ),
    ['bomb.bmp', 'content_too_large'],
    ['bomb.svg', 'content_too_large'],
    ['bomb.css', 'content_too_large'],
    ['bomb-16.css', 'content_too_large'],
    ['huge.png', 'content_too_large'],
  ])('%s is refused as %s', async (path, code) => {
    const { status, text } = await get(path);
    expect([status, JSON.parse(text)]).toEqual([422, expect.objectContaining({ code })]);
  });

  it('is served by its key alone', async () => {
    expect((await get('img/a.png', '0'.repeat(32))).status).toBe(404);
  });
});

it('an image that is swapped for a link while it is asked for is served as itself or not at all', async () => {
  const own = png(3, 2).toString('latin1');
  const path = join(above, 'project/img/swapped.png');
  await writeFile(path, png(3, 2));
  const served = await readWhileSwapped({
    path,
    target: join(above, 'outside.png'),
    own,
    times: 40,
    read: async () => (await get('img/swapped.png')).text,
  });
  for (const text of served) expect(text).not.toContain('PNG');
});

it('several documents have the images of the folder that their names start from', async () => {
  const path = join(above, 'project');
  const source = { kind: 'path', path, namesFrom: above } as const;
  const many = await openSession(entry('worker'), 'document', { change: () => ({ source }) });
  const name = 'project/plan.md';
  const sources = [{ path: join(above, name), name }];
  const task = { task: 'render-document', sources, output: many.files.document } as const;
  await renderDocument(task, { signal: new AbortController().signal });
  const { assets } = (await many.call(sessionPath('getPlan'))).json as PlanAnswer;
  expect(assets).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/u) as string,
    document: name,
  });
  const at = (file: string) => assetAt(assets?.key ?? '', file);
  expect((await many.call(at('outside.png'))).status).toBe(200);
  expect((await many.call(at('project/img/a.png'))).status).toBe(200);
  expect((await many.call(at('project/link.png'))).status).toBe(404);
});

it('a text that is in no file has no images', async () => {
  const text = await openSession(entry('worker'), 'plan');
  const { json } = await text.call(sessionPath('getPlan'));
  expect(json).not.toHaveProperty('assets');
});
