import { readFile, writeFile } from 'node:fs/promises';
import { Client } from 'undici';
import { expect, it } from 'vitest';
import { bundleEntries } from '../helpers/bundle.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = (await bundleEntries('worker'))('worker');
const draft = (generation: number, feedback = '') => ({ generation, feedback, comments: [] });
const save = (session: TestSession, body: unknown) =>
  session.call('/api/draft', { method: 'PUT', body });
const remove = (session: TestSession, generation: number | string) =>
  session.call(`/api/draft?generation=${generation}`, { method: 'DELETE' });
const read = async (session: TestSession) => (await session.call('/api/draft')).json;
const stale = { status: 409, json: { code: 'stale_draft' } };

it('there is none at first', async () => {
  const session = await openSession(worker, 'plan');
  expect(await read(session)).toEqual({ generation: 0, draft: null });
});

it('words are kept by generation; the same or an older one is stale', async () => {
  const session = await openSession(worker, 'plan');
  const words = { ...draft(2, 'hm'), editors: { b1: 'unfinished' } };
  expect(await save(session, words)).toMatchObject({ status: 200, json: { generation: 2 } });
  expect(await save(session, draft(2))).toMatchObject(stale);
  expect(await save(session, draft(1))).toMatchObject(stale);
  expect(await read(session)).toMatchObject({ generation: 2, draft: words });
});

it('an autosave that comes late does not bring back what was deleted', async () => {
  const session = await openSession(worker, 'plan');
  await save(session, draft(1, 'hm'));
  expect(await remove(session, 2)).toMatchObject({ status: 200, json: { generation: 2 } });
  expect(await save(session, draft(2, 'late'))).toMatchObject(stale);
  expect(await read(session)).toMatchObject({ generation: 2, draft: null });
  expect(await remove(session, 1)).toMatchObject(stale);
  expect(await save(session, draft(3, 'new'))).toMatchObject({ status: 200 });
});

it('of many saves at once the newest stands, whole', async () => {
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

it('who reads while a save is under way gets what is being saved', async () => {
  const session = await openSession(worker, 'plan');
  // One connection, so that the requests arrive in this order.
  const client = new Client(session.url, { pipelining: 2 });
  const body = JSON.stringify(draft(1, 'x'.repeat(500_000)));
  const headers = { 'content-type': 'application/json' };
  const [, answer] = await Promise.all([
    client.request({ path: '/api/draft', method: 'PUT', headers, body, idempotent: true }),
    client.request({ path: '/api/draft', method: 'GET' }),
  ]);
  expect(await answer.body.json()).toMatchObject({ generation: 1 });
  await client.close();
});

it('a file that was damaged does not keep new words out', async () => {
  const session = await openSession(worker, 'plan');
  await writeFile(session.files.draft, '{"generation":');
  expect(await read(session)).toEqual({ generation: 0, draft: null });
  expect((await save(session, draft(1))).status).toBe(200);
});

it.each([
  ['no generation', { comments: [] }],
  ['generation 0', draft(0)],
  ['no comments', { generation: 1 }],
])('refuses %s', async (_, body) => {
  const session = await openSession(worker, 'plan');
  expect(await save(session, body)).toMatchObject({ status: 400 });
  expect(await remove(session, 'x')).toMatchObject({ status: 400 });
});

it('nothing is saved once the session is decided', async () => {
  const session = await openSession(worker, 'plan');
  await save(session, draft(1));
  const [decided, late] = await Promise.all([
    session.call('/api/approve', { method: 'POST', body: {} }),
    save(session, draft(2)).catch(() => ({ status: 0 })),
  ]);
  expect(decided.status).toBe(200);
  expect([0, 200, 409]).toContain(late.status);
  await session.exited();
  await expect(readFile(session.files.draft)).rejects.toThrow('ENOENT');
});
