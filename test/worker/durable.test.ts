import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const recorder = fileURLToPath(new URL('../helpers/sync-record.cjs', import.meta.url));
const { path: folder, remove } = temporaryFolder('syncs');
const record = join(folder, 'record');

let session: TestSession;
beforeAll(async () => {
  session = await openSession(entry('worker'), 'plan', {
    isKept: true,
    fork: { execArgv: ['--require', recorder], env: { SYNC_RECORD: record } },
  });
});
beforeEach(() => rm(record, { force: true }));
afterAll(async () => {
  await session.remove();
  remove();
});

/** What the process has synced and renamed so far, in order; `…` stands for random parts. */
const recorded = async (): Promise<string[]> =>
  (await readFile(record, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/\.json\.\S+/gu, '.json.…'));

const durably = (folderName: string, name: string) => [
  `sync ${name}.…`,
  `name ${name}.… ${name}`,
  `sync ${folderName}`,
];

it('a draft and its file name are durable before the response', async () => {
  const body = { generation: 1, feedback: 'Words.', comments: [] };
  expect((await session.call(sessionPath('saveDraft'), { method: 'PUT', body })).status).toBe(200);
  expect(await recorded()).toEqual(durably('drafts', 'draft.json'));
});

it('the deletion of a draft is durable before the response', async () => {
  const answer = await session.call(`${sessionPath('deleteDraft')}?generation=2`, {
    method: 'DELETE',
  });
  expect(answer.status).toBe(200);
  expect(await recorded()).toEqual(['sync drafts']);
});

it('a held decision, and its undoing, are durable before the response', async () => {
  const post = async (path: string, body: object = {}) => {
    await rm(record, { force: true });
    expect((await session.call(path, { method: 'POST', body })).status).toBe(200);
    return recorded();
  };
  const held = durably('decisions', 'decision.held.json');
  expect(await post(sessionPath('approve'), { undoSeconds: 60 })).toEqual(held);
  const undone = ['remove decision.held.json', 'sync decisions'];
  expect(await post(sessionPath('undoDecision'))).toEqual(undone);
});

it('a decision is durable before the response', async () => {
  const answer = await session.call(sessionPath('approve'), { method: 'POST', body: {} });
  expect(answer.status).toBe(200);
  expect(await recorded()).toEqual(durably('decisions', 'decision.json'));
});

it('the release of a decision is durable before the response', async () => {
  const held = await openSession(entry('worker'), 'plan', {
    fork: { execArgv: ['--require', recorder], env: { SYNC_RECORD: record } },
  });
  const body = { undoSeconds: 60 };
  expect((await held.call(sessionPath('approve'), { method: 'POST', body })).status).toBe(200);
  await rm(record, { force: true });
  expect((await held.call(sessionPath('releaseDecision'), { method: 'POST' })).status).toBe(200);
  const released = ['name decision.held.json decision.json', 'sync decisions'];
  expect((await recorded()).slice(0, 2)).toEqual(released);
});
