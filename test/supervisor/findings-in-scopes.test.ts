import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { urlOf } from '../../shared/client.ts';
import type { ReviewAnnotation } from '../../shared/annotations/review-annotation.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { openStream } from '../helpers/event-stream.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';

let supervisor: SharedSupervisor;
let repository: Repository;

beforeAll(async () => {
  supervisor = await shareSupervisor();
});
afterAll(() => supervisor.stop());

/** `const value1 = 1;` and so on. */
const linesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `const value${index + 1} = ${index + 1};`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const added = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `import ${name};`);

/** Line 30 of `a.ts` has changed in the index; in the work tree, five lines stand before all of it. */
beforeEach(() => {
  repository = new Repository();
  const lines = linesOf(60);
  repository.write('a.ts', textOf(lines));
  repository.commit('The beginning');
  const staged = lines.with(29, 'const value30 = "staged";');
  repository.write('a.ts', textOf(staged));
  repository.git('add', 'a.ts');
  repository.write('a.ts', textOf([...added, ...staged]));
  repository.write('b.ts', 'export const b = 1;\n');
});
afterEach(() => repository.remove());

const open = async (what: 'staged' | 'uncommitted' | { readonly patch: string }) => {
  const { url } = await supervisor.open({
    mode: 'review',
    cwd: repository.path,
    ...(typeof what === 'string' ? { scope: what } : what),
  });
  const api = createApiClient(sessionApi, { url });
  const listed = async () => {
    const { body } = await api.call('listAnnotations', { query: {} });
    if (body === undefined) throw new Error('nothing was listed');
    return { ...body, annotations: body.annotations as ReviewAnnotation[] };
  };
  return {
    url,
    api,
    listed,
    choose: (chosen: string) => api.call('chooseScope', { body: { scope: chosen } }),
    add: async (filePath: string, lineStart: number, more: object = {}) => {
      const finding = { source: 'lint', filePath, lineStart, lineEnd: lineStart, text: 'x' };
      expect(await addFinding(url, { ...finding, ...more })).toMatchObject({ status: 201 });
    },
    /** Where each finding is, as sent and as shown. */
    places: async () =>
      (await listed()).annotations.map(({ lineStart, placement, shownAt, lostCode }) => [
        lineStart,
        placement,
        ...(shownAt === undefined && lostCode === undefined ? [] : [shownAt]),
        ...(lostCode === undefined ? [] : [lostCode]),
      ]),
  };
};

it('findings of the staged version are found in the work tree, by one change, and so are those that arrive or change there', async () => {
  const { url, api, add, choose, listed, places } = await open('staged');
  await add('a.ts', 30);
  await add('a.ts', 28, { lineEnd: 32 });
  await add('a.ts', 30, { side: 'old' });
  await add('a.ts', 5);
  await add('b.ts', 1);
  const before = await listed();
  const stream = await openStream(urlOf(url, sessionTargets.streamAnnotations));
  await stream.next();
  await choose('uncommitted');
  expect(await places()).toEqual([
    [30, 'in-diff', { lineStart: 35, lineEnd: 35 }],
    [28, 'in-diff', { lineStart: 33, lineEnd: 37 }],
    // The old side is the same commit.
    [30, 'in-diff'],
    // Outside of the opening hunks, code is not known.
    [5, 'outside-diff'],
    [1, 'outside-diff'],
  ]);
  const { data } = await stream.next();
  expect(data).toMatchObject({ type: 'snapshot', version: before.version + 1 });
  await choose('staged');
  const after = await listed();
  expect(after.annotations.map(({ updatedAt: _, ...rest }) => rest)).toEqual(
    before.annotations.map(({ updatedAt: _, ...rest }) => rest),
  );
  expect((await stream.next()).data).toMatchObject({ type: 'snapshot', version: after.version });
  expect(after.version).toBe(before.version + 2);
  stream.close();

  // Those that arrive or change while another scope is shown mean the opening one.
  await api.call('removeAnnotations', { query: {} });
  await choose('last');
  await choose('unstaged');
  await choose('uncommitted');
  await add('a.ts', 30);
  expect(await places()).toEqual([[30, 'in-diff', { lineStart: 35, lineEnd: 35 }]]);
  const [{ id } = { id: '' }] = (await listed()).annotations;
  const patch = (body: Record<string, string | number>) =>
    api.call('updateAnnotation', { query: { id }, body });
  await patch({ lineStart: 31, lineEnd: 31 });
  expect(await places()).toEqual([[31, 'in-diff', { lineStart: 36, lineEnd: 36 }]]);
  await patch({ text: 'y' });
  expect(await places()).toEqual([[31, 'in-diff', { lineStart: 36, lineEnd: 36 }]]);
  await choose('staged');
  expect(await places()).toEqual([[31, 'in-diff']]);
});

it('code is not taken for the same code elsewhere in the file', async () => {
  const lines = linesOf(60).with(29, 'return;').with(49, 'return;');
  repository.write('c.ts', textOf(lines));
  repository.commit('Two returns');
  repository.write('c.ts', textOf(lines.with(28, 'staged();')));
  repository.git('add', 'c.ts');
  repository.write('c.ts', textOf(lines.with(28, 'staged();').with(48, 'unstaged();')));
  const { add, choose, places } = await open('staged');
  await add('c.ts', 30);
  await choose('unstaged');
  expect(await places()).toEqual([[30, 'outside-diff']]);
});

it('findings of the work tree are found in the staged version, move with their code when it is read again, and keep it where it is gone', async () => {
  const { url, api, add, choose, listed, places } = await open('uncommitted');
  await add('a.ts', 35);
  await add('a.ts', 2);
  await add('b.ts', 1);
  await choose('staged');
  expect(await places()).toEqual([
    [35, 'in-diff', { lineStart: 30, lineEnd: 30 }],
    // The staged version lacks their code.
    [2, 'outside-diff'],
    [1, 'unknown-file'],
  ]);
  await choose('uncommitted');
  // Its code is in no hunk.
  await add('a.ts', 60);
  const before = await listed();
  const stream = await openStream(urlOf(url, sessionTargets.streamAnnotations));
  await stream.next();
  // The second finding's lines are gone with all around them, and so is the third one's file.
  const staged = linesOf(60).with(29, 'const value30 = "staged";');
  repository.write('a.ts', textOf(['// Above.', ...staged]));
  rmSync(join(repository.path, 'b.ts'));
  await api.call('refresh', { body: {} });
  const moved = [
    [35, 'in-diff', { lineStart: 31, lineEnd: 31 }],
    [2, 'outside-diff', undefined, 'import second;'],
    [1, 'unknown-file', undefined, 'export const b = 1;'],
    [60, 'outside-diff'],
  ];
  expect(await places()).toEqual(moved);
  const { data } = await stream.next();
  expect(data).toMatchObject({ type: 'snapshot', version: before.version + 1 });
  // One that comes now names the lines of now.
  await add('a.ts', 31);
  await choose('staged');
  expect(await places()).toEqual([
    [35, 'in-diff', { lineStart: 30, lineEnd: 30 }],
    ...moved.slice(1),
    [31, 'in-diff', { lineStart: 30, lineEnd: 30 }],
  ]);
  repository.write('a.ts', textOf(['// Above.', '// Two.', ...staged]));
  await choose('uncommitted');
  expect(await places()).toEqual([
    [35, 'in-diff', { lineStart: 32, lineEnd: 32 }],
    ...moved.slice(1),
    [31, 'in-diff', { lineStart: 32, lineEnd: 32 }],
  ]);
  // Other lines are those of now, too.
  const [{ id } = { id: '' }] = (await listed()).annotations;
  const lines = { lineStart: 31, lineEnd: 31 };
  await api.call('updateAnnotation', { query: { id }, body: lines });
  expect((await places())[0]).toEqual([31, 'in-diff']);
  stream.close();
});

it('code that is gone is kept, up to a size that removed findings give back', async () => {
  const lines = Array.from({ length: 600 }, (_, at) => `${at} ${'x'.repeat(600)}`);
  repository.write('c.ts', textOf(lines));
  const { api, add, listed, places } = await open('uncommitted');
  const annotations = lines.map((_, at) => ({
    source: 'many',
    filePath: 'c.ts',
    lineStart: at + 1,
    lineEnd: at + 1,
    text: 'x',
  }));
  await api.call('addAnnotations', { body: { annotations } });
  rmSync(join(repository.path, 'c.ts'));
  await api.call('refresh', { body: {} });
  const kept = (await listed()).annotations.map(({ lostCode = 'none' }) => lostCode.length);
  expect(kept.filter((length) => length === 500)).toHaveLength(524);
  expect(kept.reduce((sum, length) => sum + length, 0)).toBe(256 * 1024);
  await api.call('removeAnnotations', { query: { source: 'many' } });
  await add('b.ts', 1);
  rmSync(join(repository.path, 'b.ts'));
  await api.call('refresh', { body: {} });
  expect(await places()).toEqual([[1, 'unknown-file', undefined, 'export const b = 1;']]);
});

it('a refresh in the opening scope is what lines mean from then on', async () => {
  const { api, add, choose, places } = await open('staged');
  repository.write('a.ts', textOf(['// One more.', ...linesOf(60).with(29, 'changed();')]));
  repository.git('add', 'a.ts');
  await api.call('refresh', { body: {} });
  await choose('last');
  await choose('unstaged');
  repository.write(
    'a.ts',
    textOf([...added, '// One more.', ...linesOf(60).with(29, 'changed();')]),
  );
  await choose('uncommitted');
  await add('a.ts', 31);
  expect(await places()).toEqual([[31, 'in-diff', { lineStart: 36, lineEnd: 36 }]]);
});

it('others are answered while 10,000 findings are placed', { timeout: 60_000 }, async () => {
  // Every third line is the same: only its neighbours tell it apart.
  const lines = linesOf(10_000).map((line, index) => (index % 3 === 0 ? '}' : line));
  repository.write('big.ts', textOf(lines));
  repository.git('add', 'big.ts');
  repository.write('big.ts', textOf([...added, ...lines]));
  const { api, choose, listed } = await open('staged');
  const findings = lines.map((_, index) => ({
    source: 'lint',
    filePath: 'big.ts',
    lineStart: index + 1,
    lineEnd: index + 1,
    text: 'x',
  }));
  await api.call('addAnnotations', { body: { annotations: findings } });
  const chosenAt = performance.now();
  const chosen = choose('uncommitted').then(() => true);
  let slowest = 0;
  let answers = 0;
  do {
    const begun = performance.now();
    await api.call('getSession', {});
    slowest = Math.max(slowest, performance.now() - begun);
    answers += 1;
  } while (!(await Promise.race([chosen, Promise.resolve(false)])));
  const tookMs = performance.now() - chosenAt;
  const { annotations, version } = await listed();
  expect(version).toBe(2);
  expect(annotations).toHaveLength(10_000);
  for (const { lineStart = 0, shownAt } of annotations)
    expect(shownAt).toEqual({ lineStart: lineStart + 5, lineEnd: lineStart + 5 });
  expect(answers).toBeGreaterThan(5);
  // On a busy machine, a part of what all of it takes.
  expect(slowest).toBeLessThan(Math.max(1000, tookMs / 4));
});

it('a patch is one of the scopes of the repository that it was handed over in', async () => {
  const patch = `${repository.path}.diff`;
  writeFileSync(patch, repository.git('diff', '--cached').concat('\n'));
  const { api, add, choose, places } = await open({ patch });
  // What is compared later is the copy.
  rmSync(patch);
  await add('a.ts', 30);
  const scope = { id: 'patch', kind: 'patch', name: basename(patch) };
  const { body: scopes } = await api.call('getScopes', { query: {} });
  expect(scopes?.current).toEqual(scope);
  expect(scopes?.scopes.map(({ id }) => id)).toEqual([
    'patch',
    'uncommitted',
    'staged',
    'unstaged',
    'last',
  ]);
  const shown = async () => (await api.call('getDiff', { query: {} })).body;
  expect(await shown()).toMatchObject({ source: 'patch', scope: 'patch', files: [{}] });
  await choose('uncommitted');
  expect(await shown()).toMatchObject({ source: 'repository', scope: 'uncommitted' });
  expect(await places()).toEqual([[30, 'in-diff', { lineStart: 35, lineEnd: 35 }]]);
  const { body: others } = await api.call('getScopes', { query: {} });
  expect(others).toMatchObject({ current: { id: 'uncommitted' }, scopes: { 0: scope } });
  await api.call('refresh', { body: {} });
  await choose('patch');
  expect(await shown()).toMatchObject({ source: 'patch', scope: 'patch', files: [{}] });
  expect(await places()).toEqual([[30, 'in-diff']]);
  const { body: session } = await api.call('getSession');
  expect(session?.capabilities).toEqual(expect.arrayContaining(['scopes', 'files', 'staging']));
});

it('a file that was viewed is so in each review of its repository that shows the same change', async () => {
  const diffOf = async ({ api }: Pick<Awaited<ReturnType<typeof open>>, 'api'>) => {
    const [{ body: diff }, { body: viewed }] = await Promise.all([
      api.call('getDiff', { query: {} }),
      api.call('getViewed'),
    ]);
    const digestOf = (name: string) => diff?.files.find(({ path }) => path === name)?.digest ?? '';
    return { digestOf, viewed: viewed?.digests };
  };
  const first = await open('uncommitted');
  const { digestOf } = await diffOf(first);
  const digests = ['a.ts', 'b.ts'].map(digestOf);
  await first.api.call('changeViewed', { body: { digests, isViewed: true } });
  repository.commit('All of it');
  repository.write('inside/c.ts', 'export const c = 1;\n');
  const tree = `${repository.path}-tree`;
  repository.git('worktree', 'add', '--quiet', tree);
  for (const cwd of [join(repository.path, 'inside'), tree]) {
    const { url } = await supervisor.open({ mode: 'review', cwd, range: 'HEAD' });
    const later = await diffOf({ api: createApiClient(sessionApi, { url }) });
    expect(['a.ts', 'b.ts'].map(later.digestOf)).toEqual(digests);
    expect(later.viewed).toEqual(digests);
  }
  rmSync(tree, { recursive: true });
  const another = new Repository();
  another.write('b.ts', 'export const b = 1;\n');
  const { url } = await supervisor.open({ mode: 'review', cwd: another.path });
  const elsewhere = await diffOf({ api: createApiClient(sessionApi, { url }) });
  expect(elsewhere).toMatchObject({ viewed: [] });
  expect(elsewhere.digestOf('b.ts')).toBe(digests[1]);
  another.remove();
});
