import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlOf } from '../../shared/client.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { makeRoomForRounds } from '../../supervisor/sessions/kept-round.ts';
import { Repository, temporaryFolder } from '../helpers/repository.ts';
import { call } from '../helpers/http-call.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let supervisor: SharedSupervisor;
let repository: Repository;
let rounds: string;
/** What other tests have left there. */
let others: ReadonlySet<string>;

beforeAll(async () => {
  supervisor = await shareSupervisor();
  rounds = join(supervisor.state, 'rounds');
  others = new Set(readdirSync(rounds));
  repository = new Repository();
  repository.write('a.txt', 'one\ntwo\nthree\n');
  repository.write('b.txt', 'one\n');
  repository.commit('base');
  repository.git('checkout', '--quiet', '-b', 'work');
  repository.write('a.txt', 'one\n2\nthree\n');
  repository.write('b.txt', 'one\ntwo\n');
  repository.commit('work');
});
afterAll(async () => {
  await supervisor.stop();
  repository.remove();
});

const open = async (cwd = repository.path) => {
  const { id, url } = await supervisor.open({ mode: 'review', cwd });
  const api = createApiClient(sessionApi, { url });
  await until('the change is prepared', async () => {
    const { body } = await api.call('getDiff', { query: {} });
    return body?.preparation.state === 'ready';
  });
  return { id, url, api, since: async () => (await api.call('getRounds')).body };
};

/** Without what is being written. */
const kept = () =>
  readdirSync(rounds).filter((name) => /^\w+\.last$/u.test(name) && !others.has(name));

const askForChanges = async ({ id, api }: Awaited<ReturnType<typeof open>>) => {
  await api.call('sendFeedback', {
    body: {
      feedback: 'Spell it out.',
      annotations: [
        {
          id: '1',
          scope: 'line',
          filePath: 'a.txt',
          lineStart: 2,
          lineEnd: 2,
          side: 'new',
          kind: 'must',
          text: 'In words.',
          originalCode: '2',
        },
      ],
    },
  });
  // The supervisor knows, too.
  await supervisor.client.call('getDecision', { params: { id }, query: { wait: 30 } });
};

it('is kept when changes are asked for, and compared with the next round', async () => {
  const first = await open();
  expect(await first.since()).toEqual({ version: 1, round: 1 });
  await askForChanges(first);

  repository.write('a.txt', 'one\nTWO\nthree\n');
  repository.git('commit', '--quiet', '--all', '--amend', '--no-edit');
  const second = await open();
  const since = await second.since();
  expect(since).toMatchObject({
    round: 2,
    last: {
      outcome: 'feedback',
      feedback: 'Spell it out.',
      files: [{ state: 'changed', lines: [[2, 2]] }, { state: 'same' }],
      gone: [],
      comments: [{ comment: { id: '1' }, state: 'addressed', lineStart: 2, now: 'TWO' }],
    },
  });
  const interdiff = urlOf(second.url, sessionTargets.getInterdiff);
  const [changed, same] = since?.last?.files ?? [];
  expect((await call(`${interdiff}?id=${changed?.fileId}`)).text).toBe(
    '@@ -1,3 +1,3 @@\n one\n-2\n+TWO\n three\n',
  );
  expect(await call(`${interdiff}?id=${same?.fileId}`)).toMatchObject({ status: 404 });

  // This one is kept in its place, also in the scope that is not shown at the end.
  await second.api.call('chooseScope', { body: { scope: 'uncommitted' } });
  await askForChanges(second);
  const third = await open();
  expect(await third.since()).toMatchObject({
    round: 3,
    last: { files: [{ state: 'same' }, { state: 'same' }] },
  });
  await third.api.call('sendFeedback', { body: { approved: true } });
  await until('the last round is forgotten', () => kept().length === 0);
});

it('is said to be missing or damaged, and the review goes on', async () => {
  await askForChanges(await open());
  await until('the last round is kept', () => kept().length === 1);
  writeFileSync(join(rounds, kept()[0] ?? '', 'manifest.json'), '{"files":[{}]');
  const damaged = await open();
  expect(await damaged.since()).toEqual({ version: 1, round: 2, missing: 'damaged' });
  await makeRoomForRounds(rounds, 0);
  expect(kept()).toEqual([]);
  const missing = await open();
  expect(await missing.since()).toEqual({ version: 1, round: 2, missing: 'not-kept' });
  expect(existsSync(rounds)).toBe(true);
  await askForChanges(missing);
  await until('it is kept again', () => kept().length === 1);
});

it('is that of the branch that is reviewed, or of what is done on none', async () => {
  const openOn = async (branch: string) => {
    repository.git('checkout', '--quiet', branch);
    return open();
  };
  const roundOn = async (branch: string) => (await (await openOn(branch)).since())?.round;
  const before = await roundOn('work');
  expect(before).toBeGreaterThan(1);
  repository.git('branch', 'side');
  expect(await roundOn('side')).toBe(1);
  await askForChanges(await openOn('work~0'));
  expect([await roundOn('work'), await roundOn('work~0')]).toEqual([before, 2]);
});

it('is that of a folder of several repositories, whatever their branches are', async () => {
  const work = temporaryFolder('work');
  const path = (name: string) => join(work.path, name);
  for (const name of ['api', 'web']) execFileSync('cp', ['-a', repository.path, path(name)]);
  for (const name of ['api', 'web'])
    execFileSync('git', ['checkout', '--quiet', 'work'], { cwd: path(name) });
  writeFileSync(path('web/c.ts'), 'export const c = () => 1;\n');
  const first = await open(work.path);
  expect((await first.since())?.round).toBe(1);
  await askForChanges(first);

  execFileSync('git', ['checkout', '--quiet', '-b', 'other'], { cwd: path('web') });
  writeFileSync(path('web/c.ts'), 'export const c = () => 2;\n');
  const second = await open(work.path);
  const { round, last } = (await second.since()) ?? {};
  const files = (await second.api.call('getDiff', { query: {} })).body?.files ?? [];
  const stateOf = new Map(last?.files.map(({ fileId, state }) => [fileId, state]));
  expect(round).toBe(2);
  expect(files.map(({ id, path: name }) => [name, stateOf.get(id)])).toEqual([
    ['api/a.txt', 'same'],
    ['api/b.txt', 'same'],
    ['web/a.txt', 'same'],
    ['web/b.txt', 'same'],
    ['web/c.ts', 'changed'],
  ]);
  const { body: structure } = await second.api.call('getDiffStructure');
  const fileId = files.at(-1)?.id;
  expect(structure?.entries).toMatchObject([
    { fileId, kind: 'function', name: 'c', change: 'added' },
  ]);
  work.remove();
});
