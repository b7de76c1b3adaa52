import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewComment } from '../../../../shared/annotations/comment.ts';
import { lastRoundPaths, roundsPaths, type LastRoundPaths } from '../../../../shared/node/paths.ts';
import type { DecisionParts } from '../../../../shared/session/decision.ts';
import {
  roundsSchema,
  type LastRound,
  type RoundsFile,
} from '../../../../shared/session/rounds.ts';
import { comparePatches } from '../../../../supervisor/threads/rounds/compare-patches.ts';
import { compareRounds } from '../../../../supervisor/threads/tasks/compare-rounds.ts';
import { resolveRange } from '../../../../supervisor/version-control/git/resolve-range.ts';
import { patchSource, prepareInto, rangeSource } from '../../../helpers/diff.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';

const lines = (name: string, changes: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 40 }, (_, at) => changes[at + 1] ?? `${name} ${at + 1}\n`).join('');

let repository: Repository;
let kept: ReturnType<typeof keepFolder>;
let folder: ReturnType<typeof temporaryFolder>;
let last: LastRoundPaths;

beforeAll(async () => {
  repository = new Repository();
  folder = temporaryFolder();
  for (const name of ['a', 'b', 'old', 'dead', 'rest']) repository.write(`${name}.ts`, lines(name));
  repository.commit('base');
  repository.git('checkout', '--quiet', '-b', 'work');
  repository.write('a.ts', lines('a', { 10: 'a ten\n', 30: 'a thirty\n' }));
  repository.write('b.ts', lines('b', { 20: 'b twenty\nb more\n', 21: '' }));
  repository.write('new.ts', 'one\ntwo\nthree\n');
  repository.git('rm', '--quiet', 'dead.ts');
  repository.git('mv', 'old.ts', 'moved.ts');
  repository.commit('work');
  // Uncommitted, and part of what is reviewed.
  repository.write('rest.ts', lines('rest', { 5: 'rest five\n' }));
  repository.write('untracked.ts', 'first\nsecond\n');
  kept = keepFolder(repository.path);
  last = await keepRound('last');
});
afterAll(() => {
  kept.remove();
  repository.remove();
  folder.remove();
});

const comment = (id: string, on: Partial<ReviewComment>): ReviewComment => ({
  id,
  scope: on.lineStart === undefined ? (on.filePath === undefined ? 'general' : 'file') : 'line',
  kind: 'must',
  text: id,
  ...on,
  ...(on.lineStart === undefined ? {} : { lineEnd: on.lineEnd ?? on.lineStart }),
});

const comments: readonly ReviewComment[] = [
  comment('a ten', { filePath: 'a.ts', lineStart: 10, originalCode: 'a ten' }),
  comment('a thirty', { filePath: 'a.ts', lineStart: 30, originalCode: 'a thirty' }),
  comment('deleted', { filePath: 'b.ts', side: 'old', lineStart: 21, originalCode: 'b 21' }),
  comment('replaced', { filePath: 'b.ts', side: 'old', lineStart: 20, originalCode: 'b 20' }),
  comment('beside', { filePath: 'a.ts', side: 'old', lineStart: 30, originalCode: 'a 30' }),
  comment('new two', { filePath: 'new.ts', lineStart: 2, originalCode: 'two' }),
  comment('moved', { filePath: 'moved.ts' }),
  comment('rest', { filePath: 'rest.ts', lineStart: 5 }),
  comment('in general', {}),
];

const sinceBase = async () =>
  rangeSource(await resolveRange({ cwd: repository.path, wanted: { kind: 'base' } }));

/** Prepares what is compared now, and keeps it with a decision. */
const keepRound = async (name: string, source?: Awaited<ReturnType<typeof sinceBase>>) => {
  const path = lastRoundPaths(folder.path, name).folder;
  mkdirSync(path);
  await prepareInto(path, source ?? (await sinceBase()));
  const decision: DecisionParts & { markdown: string } = {
    id: '0123456789ab',
    mode: 'review',
    outcome: 'feedback',
    title: 't',
    project: 'p',
    comments: [...comments],
    annotations: [],
    markdown: '',
    decidedAt: '2026-11-23T00:00:00.000Z',
  };
  writeFileSync(join(path, 'decision.json'), JSON.stringify(decision));
  return lastRoundPaths(folder.path, name);
};

const compare = async (before = last, given?: Awaited<ReturnType<typeof sinceBase>>) => {
  const path = join(folder.path, 'now');
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  const source = given ?? (await sinceBase());
  const { files } = await prepareInto(path, source);
  const output = roundsPaths(path);
  await compareRounds(
    {
      task: 'compare-rounds',
      source,
      manifest: join(path, 'manifest.json'),
      patch: join(path, 'patch.diff'),
      last: before,
      ...output,
    },
    { signal: new AbortController().signal },
  );
  const made = roundsSchema.parse(JSON.parse(readFileSync(output.rounds, 'utf8')));
  const interdiff = readFileSync(output.interdiff);
  return { ...summaryOf(made, files, interdiff), made };
};

const summaryOf = (
  { last: round }: RoundsFile,
  files: readonly { readonly id: string; readonly path: string }[],
  interdiff: Buffer,
) => {
  const pathOf = new Map(files.map(({ id, path }) => [id, path]));
  const since = round?.files ?? [];
  const texts = since.flatMap(({ fileId, interdiff: place }) => {
    if (place === undefined) return [];
    const text = interdiff.toString('utf8', place.offset, place.offset + place.bytes);
    return [[pathOf.get(fileId), text.match(/^[-+].*$/gmu) ?? []] as const];
  });
  return {
    files: Object.fromEntries(
      since.flatMap(({ fileId, state, renamedFrom }) =>
        state === 'same' ? [] : [[pathOf.get(fileId) ?? '', renamedFrom ?? state]],
      ),
    ),
    interdiffs: Object.fromEntries(texts),
    lines: since.flatMap(({ lines: ranges = [] }) => ranges),
    comments: commentsOf(round),
    gone: round?.gone ?? [],
  };
};

const standing = Object.fromEntries(comments.map(({ id }) => [id, 'standing']));
/** Only what is not standing. */
const commentsOf = (round: LastRound | undefined) =>
  Object.fromEntries(
    (round?.comments ?? []).flatMap(({ comment: { id }, state }) =>
      state === standing[id] ? [] : [[id, state]],
    ),
  );

interface Situation {
  readonly name: string;
  readonly change: () => void;
  /** The state of each; of one that was only renamed, its former path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly lines?: readonly (readonly [number, number])[];
  readonly interdiffs?: Readonly<Record<string, readonly string[]>>;
  readonly comments?: Readonly<Record<string, 'addressed' | 'outdated'>>;
  readonly gone?: readonly string[];
}

/** Moves the base on, and the work onto it. */
const rebaseOn = (change: () => void): void => {
  repository.git('stash', '--quiet', '--include-untracked');
  repository.git('checkout', '--quiet', 'main');
  change();
  repository.commit('base moves');
  repository.git('rebase', '--quiet', 'main', 'work');
  repository.git('stash', 'pop', '--quiet');
};

const aTen = (text: string) => lines('a', { 10: text, 30: 'a thirty\n' });

const situations: readonly Situation[] = [
  { name: 'nothing has changed', change: () => undefined },
  { name: 'uncommitted changes were committed', change: () => repository.commit('more') },
  {
    name: 'the commit was amended',
    change: () => {
      repository.write('a.ts', aTen('a ten, better\n'));
      repository.git('commit', '--quiet', '--amend', '--no-edit', 'a.ts');
    },
    files: { 'a.ts': 'changed' },
    interdiffs: { 'a.ts': ['-a ten', '+a ten, better'] },
    comments: { 'a ten': 'addressed' },
  },
  {
    name: 'the base has moved in the same and in other files',
    change: () =>
      rebaseOn(() => {
        repository.write('a.ts', `above\n${lines('a', { 20: 'a of the base\n' })}`);
        repository.write('base.ts', 'base\n');
      }),
  },
  {
    name: 'the base has moved, and something else has changed',
    change: () => {
      rebaseOn(() => repository.write('a.ts', `above\n${lines('a', { 20: 'a of the base\n' })}`));
      const text = readFileSync(join(repository.path, 'a.ts'), 'utf8');
      repository.write('a.ts', text.replace('a thirty\n', '').replace('a 35\n', 'a 35\nadded\n'));
      repository.commit('fix');
    },
    files: { 'a.ts': 'changed' },
    interdiffs: { 'a.ts': ['-a thirty', '+added'] },
    comments: { 'a thirty': 'addressed', beside: 'addressed' },
  },
  {
    name: 'the base has taken over a part',
    change: () =>
      rebaseOn(() => repository.write('a.ts', `above\n${lines('a', { 30: 'a thirty\n' })}`)),
    comments: { beside: 'outdated' },
  },
  {
    name: 'the base has changed the reviewed lines themselves',
    change: () => {
      repository.git('stash', '--quiet', '--include-untracked');
      repository.git('checkout', '--quiet', 'main');
      repository.write('a.ts', lines('a', { 10: 'a of the base\n' }));
      repository.commit('base moves');
      repository.git('rebase', '--quiet', '--strategy-option=theirs', 'main', 'work');
      repository.git('stash', 'pop', '--quiet');
    },
    // It replaces something else now, so that it must be looked at.
    files: { 'a.ts': 'changed' },
    interdiffs: { 'a.ts': ['-a of the base', '+a ten'] },
  },
  {
    name: 'a commit was added',
    change: () => {
      repository.write('more/new.ts', 'x\n');
      repository.write('new.ts', 'one\nthree\n');
      repository.commit('second');
    },
    files: { 'more/new.ts': 'new', 'new.ts': 'changed' },
    interdiffs: { 'new.ts': ['-two'] },
    comments: { 'new two': 'addressed' },
  },
  {
    name: 'files were deleted, restored and renamed',
    change: () => {
      rmSync(join(repository.path, 'new.ts'));
      repository.git('checkout', '--quiet', 'main', '--', 'b.ts', 'dead.ts');
      repository.git('mv', 'moved.ts', 'again.ts');
    },
    files: { 'again.ts': 'moved.ts' },
    comments: {
      deleted: 'outdated',
      replaced: 'outdated',
      'new two': 'outdated',
    },
    gone: ['b.ts', 'dead.ts', 'new.ts'],
  },
  {
    name: 'what replaced a line has changed, but not what is beside it',
    change: () => repository.write('b.ts', lines('b', { 20: 'b 20.0\nb more\n', 21: '' })),
    files: { 'b.ts': 'changed' },
    interdiffs: { 'b.ts': ['-b twenty', '+b 20.0'] },
    comments: { replaced: 'addressed' },
  },
  {
    name: 'deleted lines were restored',
    change: () => repository.write('b.ts', lines('b', { 20: 'b twenty\nb more\n' })),
    files: { 'b.ts': 'changed' },
    interdiffs: { 'b.ts': ['+b 21'] },
    comments: { deleted: 'addressed' },
  },
  {
    name: 'uncommitted changes have changed, and a line feed at the end is gone',
    change: () => {
      repository.write('rest.ts', lines('rest', { 5: 'rest 5.0\n', 40: 'rest 40' }));
      repository.write('untracked.ts', 'first\nsecond');
    },
    files: { 'rest.ts': 'changed', 'untracked.ts': 'changed' },
    interdiffs: {
      'rest.ts': ['-rest five', '+rest 5.0', '-rest 40', '+rest 40'],
      'untracked.ts': ['-second', '+second'],
    },
    comments: { rest: 'addressed' },
  },
  {
    name: 'the same lines stand elsewhere in a file',
    change: () => repository.write('a.ts', lines('a', { 11: 'a ten\n', 30: 'a thirty\n' })),
    files: { 'a.ts': 'changed' },
    interdiffs: { 'a.ts': ['+a 10', '-a 11'] },
    lines: [
      [10, 10],
      [12, 12],
    ],
  },
  {
    name: 'only modes and binary contents have changed',
    change: () => {
      repository.git('update-index', '--chmod=+x', 'new.ts');
      repository.git('config', 'core.fileMode', 'false');
      repository.write('untracked.ts', Buffer.from([0, 1, 2, 3]));
    },
    files: { 'new.ts': 'changed', 'untracked.ts': 'changed' },
    interdiffs: {},
  },
];

describe('the last round beside a change', () => {
  it.each(situations)('is compared where $name', async (situation) => {
    kept.restore();
    situation.change();
    const { files, interdiffs, lines: ranges, comments: found, gone } = await compare();
    expect({ files, comments: found, gone }).toEqual({
      files: situation.files ?? {},
      comments: situation.comments ?? {},
      gone: situation.gone ?? [],
    });
    expect(interdiffs).toMatchObject(situation.interdiffs ?? {});
    if (situation.lines !== undefined) expect(ranges).toEqual(situation.lines);
  });

  it('is compared hunk by hunk where only patches are known', async () => {
    kept.restore();
    const patches = ['1.patch', '2.patch'].map((name) => join(folder.path, name));
    const [one = '', two = ''] = patches;
    writeFileSync(one, `${repository.git('diff', 'main')}\n`);
    const before = await keepRound('patch', patchSource(one));
    repository.write('a.ts', `above\n${lines('a', { 10: 'a ten\n', 30: 'a 30, too\n' })}`);
    writeFileSync(two, `${repository.git('diff', 'main')}\n`);
    const { files, made } = await compare(before, patchSource(two));
    expect(files).toEqual({ 'a.ts': 'changed' });
    expect(made.last?.files[0]).toMatchObject({
      lines: [
        [1, 4],
        [28, 34],
      ],
    });
  });
});

it('compares what is long, and what stands everywhere, in bounded time', () => {
  const base = 'x\n'.repeat(200_000);
  const hunkAt = (at: number, length: number): string => {
    const numbers = `@@ -${at},${length} +${at},${length + 1} @@`;
    return `${numbers}\n${' x\n'.repeat(length - 1)}-x\n+y\n+z\n`;
  };
  const after = hunkAt(10, 5);
  const compareWith = (before: string) => comparePatches({ before, after, base });
  expect(compareWith(hunkAt(1, 150_000))).toMatchObject({ isSame: false, unfitHunks: 0 });
  const nowhere = Array.from({ length: 500 }, (_, at) =>
    hunkAt(1 + at * 100, 50).replace(' x\n', ' not x\n'),
  );
  const startedMs = performance.now();
  expect(compareWith(nowhere.join(''))).toMatchObject({ isSame: false, unfitHunks: 500 });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});

it('says when nothing is kept, or when it is damaged, and does without the patch', async () => {
  kept.restore();
  const broken = (name: string, text: string) => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  };
  const none = join(folder.path, 'none');
  const damaged = { made: { missing: 'damaged' } };
  expect(await compare({ ...last, decision: none })).toMatchObject({
    made: { missing: 'not-kept' },
  });
  expect(await compare({ ...last, manifest: broken('m', '{"files":') })).toMatchObject(damaged);
  expect(await compare({ ...last, decision: broken('d', '{}') })).toMatchObject(damaged);
  repository.write('a.ts', aTen('other\n'));
  for (const patch of [none, broken('p', `@@ -1 +1,9 @@\n${'x\n'.repeat(5000)}`)])
    expect((await compare({ ...last, patch })).files).toEqual({ 'a.ts': 'changed' });
});
