import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'undici';
import { expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Upload } from '../../../shared/session/upload.ts';
import { gif, jpeg, png, webp } from '../../helpers/images.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { openSession, type TestSession } from '../../helpers/worker.ts';

const worker = entry('worker');
const path = sessionPath('addUpload');

const send = (session: TestSession, raw: Buffer | string, headers = {}) =>
  session.call(path, {
    method: 'POST',
    raw,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
const stored = (session: TestSession) => readdir(session.files.uploads).catch(() => [] as string[]);
const at = (id: string) => sessionPath('getUpload', { params: { upload: id } });

it('stores an image by its bytes, serves it, and tells the agent where it is', async () => {
  const session = await openSession(worker, 'plan');
  const image = png(3, 2);
  const { status, json } = await send(session, image, { 'content-type': 'text/html' });
  expect({ status, json }).toMatchObject({
    status: 201,
    json: { type: 'image/png', width: 3, height: 2 },
  });
  const upload = json as Upload;
  const file = join(session.files.uploads, `${upload.id}.png`);
  expect((await lstat(file)).mode & 0o777).toBe(0o600);

  const served = await session.call(at(upload.id));
  expect(served.bytes.equals(image)).toBe(true);
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/u),
    'cross-origin-resource-policy': 'same-origin',
  });

  for (const [other, type, ending] of [
    [jpeg(640, 480), 'image/jpeg', 'jpg'],
    [webp.lossy(300, 200), 'image/webp', 'webp'],
    [gif([5, 4]), 'image/gif', 'gif'],
  ] as const) {
    const { id, ...head } = (await send(session, other)).json as Upload;
    expect(head.type).toBe(type);
    const path = join(session.files.uploads, `${id}.${ending}`);
    expect((await readFile(path)).equals(other)).toBe(true);
    const again = await session.call(at(id));
    expect([again.headers['content-type'], again.bytes.equals(other)]).toEqual([type, true]);
  }

  const gone = { ...upload, id: randomUUID() };
  const attachments = [{ ...upload, alt: 'The <b>new</b> menu', path: '/etc/passwd' }, gone];
  const comment = { id: 'c', type: 'GLOBAL_COMMENT', kind: 'must', text: 'See.', attachments };
  const words = { generation: 1, comments: [comment], version: 2, editors: [] };
  await session.call(sessionPath('saveDraft'), { method: 'PUT', body: words });
  await session.call(sessionPath('deny'), { method: 'POST', body: { annotations: [comment] } });
  const { comments, markdown } = await session.decision();
  expect(comments[0]?.attachments?.map((one) => one.path)).toEqual([file, undefined]);
  expect(markdown).toContain(
    `See.\n\n- Attached image (3 × 2, \`The <b>new</b> menu\`): \`${file}\`\n- An attached image (3 × 2) is no longer there.`,
  );
  expect((await readFile(file)).equals(image)).toBe(true);
});

it('refuses what is no image, what is too large in bytes or pixels, and too many', async () => {
  const session = await openSession(worker, 'document', {
    limits: { uploadBytes: 200_000, uploadsPerSession: 2 },
  });
  const refusal = async (raw: Buffer | string, headers = {}) => {
    const { status, json } = await send(session, raw, headers);
    return { status, code: (json as { code?: string }).code };
  };
  const noImage = { status: 422, code: 'not_an_image' };
  expect(await refusal('')).toEqual(noImage);
  expect(await refusal('{"not": "an image"}', { 'content-type': 'application/json' })).toEqual(
    noImage,
  );
  expect(await refusal('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual(noImage);
  const bomb = { width: 50_000, height: 1001 };
  expect(await refusal(png(1, 1, bomb))).toEqual(noImage);
  expect(await refusal(gif([1, 1], [50_000, 1001]))).toEqual(noImage);
  expect(await refusal(jpeg(50_000, 1001))).toEqual(noImage);
  expect(await refusal(webp.extended(50_000, 1001))).toEqual(noImage);
  const large = Buffer.concat([png(1, 1), Buffer.alloc(200_000)]);
  expect(await refusal(large)).toEqual({ status: 413, code: 'body_too_large' });
  expect(await refusal(png(1, 1), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  // A browser that does not say from where.
  const forbidden = { status: 403, code: 'forbidden_origin' };
  expect(await refusal(png(1, 1), { 'sec-fetch-mode': 'cors' })).toEqual(forbidden);
  expect(await refusal(png(1, 1), { referer: 'http://evil.example/' })).toEqual(forbidden);
  expect(await stored(session)).toEqual([]);

  const ours = { origin: session.url, 'sec-fetch-site': 'same-origin', referer: session.url };
  const first = await send(session, png(1, 1), ours);
  expect(first.status).toBe(201);
  expect((await send(session, gif([2, 2]))).status).toBe(201);
  expect(await refusal(png(1, 1))).toEqual({ status: 409, code: 'upload_limit' });
  const { id } = first.json as Upload;
  expect((await session.call(at(id), { method: 'DELETE' })).status).toBe(204);
  expect((await session.call(at(id))).status).toBe(404);
  expect((await session.call(at(id), { method: 'DELETE' })).status).toBe(404);
  expect((await send(session, png(1, 1))).status).toBe(201);

  for (const name of ['..%2f..%2fconfig', '%2e%2e', 'draft.json', `${id}.png`, `${id}%00`])
    expect((await session.call(`${path}/${name}`)).status).toBeGreaterThanOrEqual(400);
  await session.call(sessionPath('sendFeedback'), {
    method: 'POST',
    body: { feedback: 'Well.', undoSeconds: 60 },
  });
  expect(await refusal(png(1, 1))).toMatchObject({ code: 'already_decided' });
  expect(await stored(session)).toHaveLength(2);
});

it('takes 10 MiB, and not a byte more', async () => {
  const session = await openSession(worker, 'plan');
  const largest = Buffer.concat([png(1, 1), Buffer.alloc(10 * 1024 * 1024)]);
  expect((await send(session, largest.subarray(0, 10 * 1024 * 1024))).status).toBe(201);
  expect((await send(session, largest.subarray(0, 10 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await stored(session)).toHaveLength(1);
});

it('leaves nothing of an upload that breaks off, and goes on', async () => {
  const session = await openSession(worker, 'plan');
  const client = new Client(session.url);
  async function* broken() {
    yield png(4, 4);
    await Promise.resolve();
    throw new Error('the client is gone');
  }
  await expect(
    client.request({
      method: 'POST',
      path,
      body: Readable.from(broken()),
      headers: { 'content-length': '9999' },
    }),
  ).rejects.toThrow();
  await client.destroy();
  await expect.poll(() => stored(session)).toEqual([]);
  expect((await send(session, png(1, 1))).status).toBe(201);
});
