import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  diffAnswerSchema,
  diffHitsSchema,
  planAnswerSchema,
} from '../../shared/session/content.ts';
import { sessionInfoSchema } from '../../shared/session/session.ts';
import { beginningPath } from '../../shared/node/paths.ts';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { blocks, manifest, openSession, patches } from '../helpers/worker.ts';

const worker = entry('worker');
const failed = { state: 'failed', error: 'It is empty.', code: 'content_empty' } as const;

it('a plan is returned with its metadata and its blocks from the spool', async () => {
  const session = await openSession(worker, 'plan');
  const answer = await session.call(sessionPath('getPlan'));
  expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
  expect(planAnswerSchema.parse(answer.json)).toEqual({
    title: 'Move the parser',
    mode: 'plan',
    origin: 'test',
    source: { kind: 'content' },
    version: 1,
    preparation: { state: 'ready' },
    blocks,
  });
  const head = await session.call(sessionPath('getPlan'), { method: 'HEAD' });
  expect(head.headers['content-length']).toBe(String(answer.bytes.length));
});

it.each([
  ['without a title', JSON.stringify({ blocks })],
  [
    'with spaces and a title full of traps',
    `{ "title" : ${JSON.stringify('"blocks":[] \\ ä "')} , "blocks" : ${JSON.stringify(blocks)} }\n`,
  ],
  ['with its keys in another order', JSON.stringify({ blocks, title: 'x' })],
  [
    'with a title longer than what is looked at',
    JSON.stringify({ title: 'x'.repeat(100_000), blocks }),
  ],
])('blocks are found in a file %s', async (_, text) => {
  const session = await openSession(worker, 'plan');
  await writeFile(session.files.document, text);
  expect(planAnswerSchema.parse((await session.call(sessionPath('getPlan'))).json).blocks).toEqual(
    blocks,
  );
});

it('while it is prepared, the beginning is returned if there is one', async () => {
  const session = await openSession(worker, 'document', { preparation: { state: 'preparing' } });
  const plan = async () =>
    planAnswerSchema.parse((await session.call(sessionPath('getPlan'))).json);
  await writeFile(beginningPath(session.files.document), JSON.stringify({ blocks }));
  expect((await plan()).blocks).toEqual([]);
  const preparation = { state: 'preparing', hasBeginning: true } as const;
  const stream = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  await stream.next();
  expect((await stream.next()).data).toEqual({
    type: 'session',
    preparation: { state: 'preparing' },
  });
  session.send({ type: 'prepared', preparation });
  expect((await stream.next()).data).toEqual({ type: 'session', preparation });
  stream.close();
  expect(await plan()).toMatchObject({ preparation, blocks });
});

it('before it is ready, or if it failed, the state is returned without content', async () => {
  const plan = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
  const answer = planAnswerSchema.parse((await plan.call(sessionPath('getPlan'))).json);
  expect(answer).toMatchObject({ preparation: { state: 'preparing' }, blocks: [] });
  const review = await openSession(worker, 'review', { preparation: failed });
  const diff = diffAnswerSchema.parse((await review.call(sessionPath('getDiff'))).json);
  expect(diff).toMatchObject({ preparation: failed, files: [] });
  expect((await review.call(`${sessionPath('getFilePatch')}?id=0`)).status).toBe(404);
});

it('missing content is reported with an explanation', async () => {
  const session = await openSession(worker, 'plan');
  await rm(session.files.document);
  expect(await session.call(sessionPath('getPlan'))).toMatchObject({
    status: 500,
    json: { code: 'storage_failed' },
  });
});

it('a diff is returned as its manifest, and each file’s patch by id', async () => {
  const session = await openSession(worker, 'review');
  const { json } = await session.call(sessionPath('getDiff'));
  expect(diffAnswerSchema.parse(json)).toEqual({
    ...manifest,
    title: 'Move the parser',
    version: 1,
    preparation: { state: 'ready' },
  });
  for (const [id, patch] of patches.entries()) {
    const answer = await session.call(`${sessionPath('getFilePatch')}?id=${id}`);
    expect(answer.headers['content-type']).toBe('text/x-diff; charset=utf-8');
    expect(answer.text).toBe(patch);
  }
  for (const id of ['2', '-1', '../0', '__proto__'])
    expect((await session.call(`${sessionPath('getFilePatch')}?id=${id}`)).status).toBe(404);
  expect((await session.call(sessionPath('getFilePatch'))).status).toBe(400);
});

it('a session describes itself', async () => {
  const session = await openSession(worker, 'document');
  const info = sessionInfoSchema.parse((await session.call(sessionPath('getSession'))).json);
  expect(info).toMatchObject({
    mode: 'document',
    state: 'running',
    can: { approve: false, deny: false, feedback: true, ai: false },
  });
  expect(info.capabilities).toEqual(expect.arrayContaining(['document', 'feedback', 'comments']));
  expect(info.capabilities).not.toContain('approve');
  expect((await session.call(sessionPath('getAiCapabilities'))).json).toEqual({
    available: false,
    providers: [],
  });
});

it('a diff can be searched, and the query is validated', async () => {
  const session = await openSession(worker, 'review');
  const find = (query: string) => session.call(`${sessionPath('searchDiff')}?${query}`);
  const { status, json } = await find('q=two');
  expect(status).toBe(200);
  expect(diffHitsSchema.parse(json)).toEqual({ hits: [['0', 'old', 2, 0, 3]], total: 1 });
  for (const query of ['', 'q=', `q=${'x'.repeat(201)}`, 'q=a%0Ab', 'q=a&q=b'])
    expect((await find(query)).status).toBe(400);
  const preparing = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
  expect((await preparing.call(`${sessionPath('searchDiff')}?q=a`)).json).toEqual({
    hits: [],
    total: 0,
  });
});
