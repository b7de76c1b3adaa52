import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { Client } from 'undici';
import { expect, it } from 'vitest';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';
import { wordsOfVersion1 } from './kept/words-of-version-1.ts';

const worker = entry('worker');
const draft = (generation: number, feedback = '') => ({ generation, feedback, comments: [] });
const editor = { key: 'e', target: { kind: 'whole' }, text: 'unfinished', kind: 'must' };
const save = (session: TestSession, body: unknown) =>
  session.call(sessionPath('saveDraft'), { method: 'PUT', body });
const remove = (session: TestSession, generation: number | string) =>
  session.call(`${sessionPath('deleteDraft')}?generation=${generation}`, { method: 'DELETE' });
const read = async (session: TestSession) =>
  (await session.call(`${sessionPath('getDraft')}?version=2`)).json;
const stale = { status: 409, json: { code: 'stale_draft' } };

it('there is no draft at first', async () => {
  const session = await openSession(worker, 'plan');
  expect(await read(session)).toEqual({ generation: 0, draft: null });
});

it('drafts are stored by generation, and the same or an older one is stale', async () => {
  const session = await openSession(worker, 'plan');
  const words = { ...draft(2, 'hm'), version: 2, editors: [editor] };
  expect(await save(session, words)).toMatchObject({ status: 200, json: { generation: 2 } });
  expect(await save(session, draft(2))).toMatchObject(stale);
  expect(await save(session, draft(1))).toMatchObject(stale);
  expect(await read(session)).toMatchObject({ generation: 2, draft: words });
});

it('refuses two editors with the same key, and keeps what there was', async () => {
  const session = await openSession(worker, 'plan');
  const words = { ...draft(1), version: 2, editors: [editor] };
  expect(await save(session, words)).toMatchObject({ status: 200 });
  const twice = { ...draft(2), version: 2, editors: [editor, { ...editor, text: 'other' }] };
  expect(await save(session, twice)).toMatchObject({
    status: 400,
    json: { issues: [{ path: 'editors', message: 'must each have their own key' }] },
  });
  expect(await read(session)).toMatchObject({ draft: words });
});

it('a draft of the previous release on disk is read in full', async () => {
  const session = await openSession(worker, 'plan');
  await copyFile(new URL('kept/draft-of-version-1', import.meta.url), session.files.draft);
  const { draft: kept, savedAt } = (await read(session)) as {
    draft: object;
    savedAt: string;
  };
  expect(savedAt).toBe('2026-11-23T06:56:17.702Z');
  expect(kept).toEqual(wordsOfVersion1);
  expect(await save(session, { ...kept, generation: 2 })).toMatchObject({ status: 200 });
  expect(await read(session)).toMatchObject({ draft: { ...wordsOfVersion1, generation: 2 } });
});

it('pages of the previous release and of this one read each other’s drafts', async () => {
  const session = await openSession(worker, 'plan');
  const left = await readFile(new URL('kept/draft-of-version-1', import.meta.url), 'utf8');
  const { isDeleted: _, savedAt: __, ...former } = JSON.parse(left) as Record<string, unknown>;
  const readFormer = async () => (await session.call(sessionPath('getDraft'))).json;
  expect(await save(session, former)).toMatchObject({ status: 200 });
  expect(await readFormer()).toMatchObject({ draft: former });
  expect(await read(session)).toMatchObject({ draft: wordsOfVersion1 });
  const words = { ...wordsOfVersion1, generation: 2, editors: [editor] };
  expect(await save(session, words)).toMatchObject({ status: 200 });
  const { editors, ...rest } = former;
  expect(editors).toBeDefined();
  expect(await readFormer()).toMatchObject({
    draft: {
      ...rest,
      generation: 2,
      editors: {
        'e/text': 'unfinished',
        'e/about': JSON.stringify({ target: { kind: 'whole' }, kind: 'must' }),
      },
    },
  });
});

it('text whose place cannot be parsed becomes an overall comment', async () => {
  const session = await openSession(worker, 'plan');
  const editors = {
    'a/text': 'One.',
    'a/about': '{',
    'b/text': 'Two.',
    c: 'Three.',
    'd/text': ' ',
  };
  await save(session, { ...draft(1), editors });
  expect(await read(session)).toMatchObject({
    draft: {
      editors: [
        { ...editor, key: 'a', text: 'One.' },
        { ...editor, key: 'b', text: 'Two.' },
        { ...editor, key: 'c', text: 'Three.' },
      ],
    },
  });
});

it('a late autosave does not restore a deleted draft', async () => {
  const session = await openSession(worker, 'plan');
  await save(session, draft(1, 'hm'));
  expect(await remove(session, 2)).toMatchObject({ status: 200, json: { generation: 2 } });
  expect(await save(session, draft(2, 'late'))).toMatchObject(stale);
  expect(await read(session)).toMatchObject({ generation: 2, draft: null });
  expect(await remove(session, 1)).toMatchObject(stale);
  expect(await save(session, draft(3, 'new'))).toMatchObject({ status: 200 });
});

it('of many concurrent saves the newest is kept intact', async () => {
  const session = await openSession(worker, 'plan');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => save(session, draft(index + 1, 'x'.repeat(50_000)))),
  );
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const saved = answers.flatMap(({ status, json }) =>
    status === 200 ? [(json as { generation: number }).generation] : [],
  );
  expect(await read(session)).toMatchObject({ generation: Math.max(...saved) });
  JSON.parse(await readFile(session.files.draft, 'utf8'));
});

it('reading during a save returns what is being saved', async () => {
  const session = await openSession(worker, 'plan');
  // A single connection, so that the requests arrive in order.
  const client = new Client(session.url, { pipelining: 2 });
  const body = JSON.stringify(draft(1, 'x'.repeat(500_000)));
  const headers = { 'content-type': 'application/json' };
  const [, answer] = await Promise.all([
    client.request({
      path: sessionPath('saveDraft'),
      method: 'PUT',
      headers,
      body,
      idempotent: true,
    }),
    client.request({ path: sessionPath('getDraft'), method: 'GET' }),
  ]);
  expect(await answer.body.json()).toMatchObject({ generation: 1 });
  await client.close();
});

it('a damaged file does not prevent new drafts', async () => {
  const session = await openSession(worker, 'plan');
  await writeFile(session.files.draft, '{"generation":');
  expect(await read(session)).toEqual({ generation: 0, draft: null });
  expect((await save(session, draft(1))).status).toBe(200);
});

it.each([
  ['no generation', { comments: [] }],
  ['generation 0', draft(0)],
  ['no comments', { generation: 1 }],
  ['a version of the future', { ...draft(1), version: 3, editors: [] }],
  ['an editor on nothing', { ...draft(1), version: 2, editors: [{ ...editor, target: {} }] }],
])('refuses %s', async (_, body) => {
  const session = await openSession(worker, 'plan');
  expect(await save(session, body)).toMatchObject({ status: 400 });
  expect(await remove(session, 'x')).toMatchObject({ status: 400 });
});

it('nothing can be saved after the decision', async () => {
  const session = await openSession(worker, 'plan');
  await save(session, draft(1));
  const [decided, late] = await Promise.all([
    session.call(sessionPath('approve'), { method: 'POST', body: {} }),
    save(session, draft(2)).catch(() => ({ status: 0 })),
  ]);
  expect(decided.status).toBe(200);
  expect([0, 200, 409]).toContain(late.status);
  await session.exited();
  await expect(readFile(session.files.draft)).rejects.toThrow('ENOENT');
});
