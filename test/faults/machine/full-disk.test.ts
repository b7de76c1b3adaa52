import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Decision } from '../../../shared/session/decision.ts';
import { call } from '../../helpers/http-call.ts';
import { isThere } from '../../helpers/processes.ts';
import type { TestSupervisor } from '../../helpers/supervisor.ts';
import { Repository } from '../../helpers/repository.ts';
import { until } from '../../helpers/until.ts';
import { startOn } from './disk-home.ts';
import { isLongRun } from './size.ts';
import { smallDisk, type Room, type SmallDisk } from './small-disk.ts';

const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';
const resources = ['pages', 'inodes'] as const;
type Resource = (typeof resources)[number];
const roomOf = (resource: Resource, left: number): Room => ({ [resource]: left });
/** More than any single step of Galley needs; a step that still fails then never succeeds. */
const plenty = 40;

let disk: SmallDisk;
let repository: Repository;
let galley: TestSupervisor;

beforeAll(async () => {
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.commit('first');
  repository.write('a.txt', 'two\n');
  repository.write('plan.md', '# A plan in a file\n');
  repository.write('a.patch', patch);
  disk = await smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 });
  galley = await startOn(disk);
});
afterEach(() => disk.makeRoom());
afterAll(async () => {
  await galley.stop();
  await disk.remove();
  repository.remove();
});

const names = (folder: string) => readdir(join(disk.outside, 'state', folder));
const idOf = (name: string): string => name.split('.')[0] ?? '';
const open = (request: object) =>
  galley.open({ mode: 'plan', content: '# A plan', detached: true, ...request });
const post = (url: string, route: string, body: object = {}) =>
  call(`${url}/api/${route}`, { method: 'POST', body });
const answers = async (url: string) => (await call(`${url}/api/session`)).status === 200;
const close = (id: string) => galley.api(`/v1/sessions/${id}`, { method: 'DELETE' });

const storageFailed = {
  code: 'storage_failed',
  error: expect.stringMatching(/ENOSPC|EROFS|ENOTDIR/u),
};

/** Gives a step one page, or one inode, more each time, until it succeeds: so it fails at each of its writes once. */
const failAtEachWrite = async (
  resource: Resource,
  attempt: (left: number) => Promise<boolean>,
): Promise<void> => {
  for (let left = 0; left <= plenty; left += 1) {
    disk.leave(roomOf(resource, left));
    if (await attempt(left)) {
      // With nothing at all it cannot have been written.
      expect(left).toBeGreaterThan(0);
      return;
    }
  }
  throw new Error(`it fails with ${plenty} ${resource} still`);
};

const subjects = {
  'a plan of text': () => ({ mode: 'plan', content: '# A plan' }),
  'a patch': () => ({ mode: 'review', patch: join(repository.path, 'a.patch') }),
  'a plan in a file': () => ({ mode: 'plan', path: join(repository.path, 'plan.md') }),
  'a comparison': () => ({ mode: 'review', cwd: repository.path }),
};
const subjectNames = (Object.keys(subjects) as (keyof typeof subjects)[]).slice(
  0,
  isLongRun ? undefined : 2,
);

const id = '[0-9a-z]{12}';
/** Every file that Galley writes, and the step above that writes it: a file that is new here needs a step of its own. */
const files: readonly (readonly [step: string, path: RegExp])[] = [
  ['open, lost', /^run\/registry\.json$/u],
  ['open', new RegExp(`^state/sessions/${id}/(?:session\\.json|opened\\.json|input)$`, 'u')],
  [
    'open',
    new RegExp(
      `^state/sessions/${id}/(?:document\\.json|manifest\\.json|patch\\.diff|contents\\.json)$`,
      'u',
    ),
  ],
  ['decision, lost', new RegExp(`^state/decisions/${id}\\.json$`, 'u')],
  ['decision', new RegExp(`^state/decisions/${id}\\.collected$`, 'u')],
  ['unsent words', new RegExp(`^state/drafts/[0-9a-f]{24}\\.${id}\\.json$`, 'u')],
  ['setting', /^config\/config\.json$/u],
  ['log', new RegExp(`^state/log/(?:supervisor|${id})\\.log$`, 'u')],
];

test('the steps below write every file that there is', async () => {
  const opened = await Promise.all(
    Object.values(subjects).map((subject) =>
      galley.open({ cwd: repository.path, detached: true, ...subject() }),
    ),
  );
  const [plan] = opened;
  if (plan === undefined) throw new Error('there is no plan');
  await call(`${plan.url}/api/draft`, { method: 'PUT', body: { generation: 1, comments: [] } });
  await post(plan.url, 'config', { theme: 'light' });
  const found = new Set(await filesIn(disk.outside));
  await post(plan.url, 'approve');
  await galley.api(`/v1/sessions/${plan.id}/decision?wait=10`);
  await until('that it was collected is noted', async () =>
    (await names('decisions')).includes(`${plan.id}.collected`),
  );
  for (const path of await filesIn(disk.outside)) found.add(path);
  const kinds = [...found].map((path) => ({
    path,
    steps: files.filter(([, pattern]) => pattern.test(path)).map(([step]) => step),
  }));
  expect(kinds.filter(({ steps }) => steps.length !== 1)).toEqual([]);
  for (const [step, pattern] of files)
    expect({ step, isFound: [...found].some((path) => pattern.test(path)) }).toEqual({
      step,
      isFound: true,
    });
  for (const session of opened.slice(1)) await close(session.id);
});

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    // Neither what is half-written at this moment, nor the page of the release, which is kept beside all that.
    .filter(({ name, parentPath }) => !name.endsWith('.tmp') && !parentPath.includes('/pages'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** Sessions that were open: the end of one that met a full disk is written once there is room, maybe much later. */
const wereOpen = new Set<string>();

describe.each(resources)('a disk without %s', (resource) => {
  test.each(subjectNames)(
    'refuses to open %s with a sentence at each of its writes, and leaves nothing behind',
    async (name) => {
      const before = await open({});
      const spools = await names('sessions');
      for (const name of await names('decisions')) wereOpen.add(idOf(name));
      wereOpen.add(before.id);
      await failAtEachWrite(resource, async () => {
        const answer = await galley.api('/v1/sessions', {
          method: 'POST',
          body: { cwd: repository.path, detached: true, ...subjects[name]() },
        });
        const isOpen = answer.status === 201;
        if (!isOpen) expect(answer).toMatchObject({ status: 500, json: storageFailed });
        const opened = isOpen ? (answer.json as { id: string }).id : undefined;
        if (opened !== undefined) wereOpen.add(opened);
        const isReady = opened !== undefined && (await isPrepared(opened));
        expect(await answers(before.url)).toBe(true);
        await until(
          'no spool is left',
          async () => (await names('sessions')).length <= spools.length,
        );
        // What could not be opened has no decision either.
        expect((await names('decisions')).map(idOf).filter((id) => !wereOpen.has(id))).toEqual([]);
        return isReady;
      });
      disk.makeRoom();
      await close(before.id);
    },
    60_000,
  );

  test('refuses a decision at each of its writes, keeps the session open, and takes it when there is room', async () => {
    const { id, url } = await open({});
    await failAtEachWrite(resource, async () => {
      const answer = await post(url, 'approve', { feedback: 'kept' });
      if (answer.status === 200) return true;
      expect(answer).toMatchObject({ status: 500, json: storageFailed });
      expect((await names('decisions')).filter((name) => name.startsWith(id))).toEqual([]);
      expect(await answers(url)).toBe(true);
      return false;
    });
    // Still as full: whoever waits gets it, whether or not that can be noted.
    const decision = await galley.api(`/v1/sessions/${id}/decision?wait=10`);
    expect(decision.json).toMatchObject({ outcome: 'approved', feedback: 'kept' });
  });

  test('refuses unsent words at each of their writes, and keeps those it has', async () => {
    const { id, url } = await open({});
    const save = (generation: number) =>
      call(`${url}/api/draft`, { method: 'PUT', body: { generation, comments: [] } });
    expect((await save(1)).status).toBe(200);
    await failAtEachWrite(resource, async () => {
      const answer = await save(2);
      if (answer.status === 200) return true;
      expect(answer).toMatchObject({ status: 500, json: storageFailed });
      expect((await call(`${url}/api/draft`)).json).toMatchObject({ generation: 1 });
      return false;
    });
    expect((await call(`${url}/api/draft`)).json).toMatchObject({ generation: 2 });
    await close(id);
    expect((await names('drafts')).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  test('refuses a setting at each of its writes, and keeps the old one', async () => {
    const { id, url } = await open({});
    const theme = async () => ((await call(`${url}/api/config`)).json as { theme: string }).theme;
    await post(url, 'config', { theme: 'light' });
    await failAtEachWrite(resource, async () => {
      const answer = await post(url, 'config', { theme: 'dark' });
      if (answer.status === 200) return true;
      expect(answer).toMatchObject({ status: 500, json: storageFailed });
      expect(await theme()).toBe('light');
      return false;
    });
    expect(await theme()).toBe('dark');
    expect(await readdir(join(disk.outside, 'config'))).toEqual(['config.json']);
    await close(id);
  });

  test('does not keep anybody from hearing that a session is lost; it is written when there is room', async () => {
    const outcome = async (id: string) =>
      ((await galley.api(`/v1/sessions/${id}/decision?wait=20`)).json as Decision).outcome;
    const expectWritten = async (id: string) => {
      disk.makeRoom();
      await until('the decision is written', async () =>
        (await names('decisions')).includes(`${id}.json`),
      );
      await until('the registry is written', async () =>
        (await galley.registry()).sessions.every((session) => session.id !== id),
      );
    };
    const lost = await open({});
    disk.leave(roomOf(resource, 0));
    process.kill(lost.pid, 'SIGKILL');
    expect(await outcome(lost.id)).toBe('undecided');
    await expectWritten(lost.id);
    expect(await outcome(lost.id)).toBe('undecided');

    const closed = await open({});
    disk.leave(roomOf(resource, 0));
    // By itself: a process that cannot write its last words ends all the same.
    expect((await close(closed.id)).json).toMatchObject({
      outcome: 'closed',
      death: { signal: null },
    });
    expect(await outcome(closed.id)).toBe('closed');
    await expectWritten(closed.id);
  });

  test('ends no session for its log, which goes on when there is room', async () => {
    const { id, url, pid } = await open({});
    disk.leave(roomOf(resource, 0));
    for (let count = 0; count < 300; count += 1) expect(await answers(url)).toBe(true);
    expect(isThere(pid)).toBe(true);
    disk.makeRoom();
    const log = () => readFile(join(disk.outside, 'state', 'log', `${id}.log`), 'utf8');
    await call(`${url}/api/plan`);
    await until('the request is logged', async () => (await log()).includes('/api/plan'));
    await close(id);
  });
});

const isPrepared = async (id: string): Promise<boolean> => {
  const preparation = async () =>
    ((await galley.api(`/v1/sessions/${id}`)).json as { preparation: { state: string } })
      .preparation;
  await until(
    'it is prepared, or that has failed',
    async () => (await preparation()).state !== 'preparing',
  );
  const prepared = await preparation();
  // What git writes is told in its words.
  if (prepared.state !== 'ready')
    expect(prepared).toMatchObject({
      code: expect.stringMatching(/^(?:storage|git)_failed$/u),
      error: expect.stringMatching(/ENOSPC|No space left on device|Out of diskspace/u),
    });
  expect((await close(id)).status).toBe(200);
  return prepared.state === 'ready';
};
