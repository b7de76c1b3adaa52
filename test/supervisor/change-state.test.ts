import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlPath } from '../helpers/paths.ts';
import { Repository, temporaryFolder } from '../helpers/repository.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';

let galley: SharedSupervisor;
let repository: Repository;
beforeAll(async () => {
  galley = await shareSupervisor();
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.commit('first');
});
afterAll(async () => {
  repository.remove();
  await galley.stop();
});

const change = (fields: Record<string, string> = {}) =>
  galley.api(
    `${controlPath('getChange')}?${new URLSearchParams({ cwd: repository.path, ...fields })}`,
  );

it('reports whether a review would show anything, and whether it has changed', async () => {
  expect((await change()).json).toMatchObject({ isEmpty: true });
  repository.write('a.txt', 'two\n');
  const changed = (await change()).json;
  expect(changed).toMatchObject({ isEmpty: false });
  expect((await change()).json).toEqual(changed);
  repository.write('untracked.txt', 'new\n');
  expect((await change()).json).not.toEqual(changed);
  repository.commit('second');
  expect((await change()).json).toMatchObject({ isEmpty: true });
  expect((await change({ range: 'HEAD~1' })).json).toMatchObject({ isEmpty: false });
  expect((await change({ range: 'HEAD...HEAD' })).json).toMatchObject({ isEmpty: true });
  expect(await galley.api(controlPath('listSessions'))).toMatchObject({ json: { sessions: [] } });
});

it('counts what its scope compares, committed or not', async () => {
  const isEmpty = async (scope?: string) =>
    (await change(scope === undefined ? {} : { scope })).json;
  repository.git('switch', '-q', '-c', 'topic');
  expect(await isEmpty()).toMatchObject({ isEmpty: true });
  repository.write('a.txt', 'three\n');
  repository.git('add', 'a.txt');
  expect(await isEmpty('staged')).toMatchObject({ isEmpty: false });
  expect(await isEmpty('unstaged')).toMatchObject({ isEmpty: true });
  repository.commit('third');
  expect(await isEmpty('uncommitted')).toMatchObject({ isEmpty: true });
  expect(await isEmpty()).toMatchObject({ isEmpty: false });
});

it('refuses what a review would refuse', async () => {
  const folder = temporaryFolder('no-repository');
  expect(await change({ cwd: folder.path })).toMatchObject({
    status: 422,
    json: { code: 'not_a_repository' },
  });
  folder.remove();
  expect((await change({ cwd: 'relative' })).status).toBe(400);
  expect((await change({ range: 'no-such-branch' })).json).toMatchObject({
    code: 'unknown_revision',
  });
});
