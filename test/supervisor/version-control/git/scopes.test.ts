import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { namedScopes, type ScopeChoice } from '../../../../shared/session/scope.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { findChange, refreshChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { plantTraps } from '../../../helpers/git-traps.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';
import {
  choose,
  commitsOf,
  context,
  lookAt,
  patchOf as patchIn,
  scopesOf,
  stateOf as stateIn,
} from '../../../helpers/scopes.ts';

let origin: Repository;
let repository: Repository;
let prepared: ReturnType<typeof keepFolder>;
let folder: ReturnType<typeof temporaryFolder>;
let base: string;
let commits: string[];

/** A branch with two commits of its own, and staged, unstaged and untracked files. */
beforeAll(() => {
  origin = new Repository();
  origin.write('a.txt', 'one\ntwo\nthree\n');
  origin.write('b.txt', 'b\n');
  base = origin.commit('base');
  repository = new Repository();
  repository.git('remote', 'add', 'origin', origin.path);
  repository.git('fetch', '--quiet', 'origin');
  repository.git('remote', 'set-head', 'origin', '--auto');
  repository.git('checkout', '--quiet', '-b', 'feature', 'origin/main');
  repository.write('a.txt', 'one\nTWO\nthree\n');
  const first = repository.commit('First of the branch\n\nWith a body.');
  repository.write('c.txt', 'c\n');
  commits = [base, first, repository.commit('second')];
  // The default branch goes on.
  origin.write('b.txt', 'of others\n');
  origin.commit('others');
  repository.git('fetch', '--quiet', 'origin');
  repository.write('b.txt', 'staged\n');
  repository.git('add', 'b.txt');
  repository.write('b.txt', 'staged\nand more\n');
  repository.write('new.txt', 'untracked\n');
  prepared = keepFolder(repository.path);
});
beforeEach(() => {
  prepared.restore();
  folder = temporaryFolder('spool');
});
afterEach(() => folder.remove());
afterAll(() => {
  for (const { remove } of [origin, repository, prepared]) remove();
});

const open = async (wanted: Partial<Parameters<typeof findChange>[0]> = {}) =>
  findChange({ cwd: repository.path, ...wanted }, context);

const patchOf = (source: ChangeSource) => patchIn(folder.path, source);
const stateOf = (source: ChangeSource) => stateIn(folder.path, source);

/** All files of a folder, with their contents. */
const filesOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file, readFileSync(file, 'latin1')]),
  );

const options = ['diff', '--full-index', '--find-renames', '--no-color', '--no-ext-diff'];
/** What git itself says, with untracked files. */
const gitSays = (...args: string[]): string =>
  execFileSync('git', [...options, ...args], { cwd: repository.path, encoding: 'utf8' });
const withUntracked = (...args: string[]): string => {
  repository.git('add', '--intent-to-add', 'new.txt');
  try {
    return gitSays(...args);
  } finally {
    repository.git('rm', '--quiet', '--cached', 'new.txt');
  }
};

describe('what is compared', () => {
  it('is part of the branch that is checked out, unless another one is named', async () => {
    repository.git('branch', '--force', 'main', base);
    const ranges = ['HEAD~1', '@', 'main..', 'main...@{upstream}', 'main...feature', 'feature~1'];
    const asked = [{}, { scope: 'staged' as const }, ...ranges.map((range) => ({ range }))];
    const found = await Promise.all(asked.map(async (wanted) => (await open(wanted)).branch));
    const own = 'refs/heads/feature';
    expect(found).toEqual([own, own, own, own, own, own, undefined, undefined]);
  });

  it.each([
    ['symbolic-ref HEAD refs/heads/unborn', 'refs/heads/unborn'],
    ['update-ref refs/heads/HEAD HEAD', 'refs/heads/feature'],
    ['checkout --quiet -b été', 'refs/heads/été'],
    ['checkout --quiet --detach', 'HEAD'],
  ])('knows its branch after git %s', async (command, branch) => {
    repository.git(...command.split(' '));
    expect((await open({ scope: 'uncommitted' })).branch).toBe(branch);
  });

  it('is everything since the base by default, with what is not committed', async () => {
    const { source, commits: sides, title } = await open();
    expect(await patchOf(source)).toBe(withUntracked(base));
    expect(sides).toEqual({ base, head: 'worktree', since: 'origin/main' });
    expect(title).toMatch(/: changes since origin\/main$/u);
  });

  it.each<[ScopeChoice, () => string]>([
    [{ scope: 'base' }, () => withUntracked(base)],
    [{ scope: 'uncommitted' }, () => withUntracked('HEAD')],
    [{ scope: 'staged' }, () => gitSays('--cached')],
    [{ scope: 'unstaged' }, () => withUntracked()],
    [{ scope: 'last' }, () => gitSays('HEAD~1', 'HEAD')],
    [{ range: 'HEAD~1' }, () => gitSays('HEAD~2', 'HEAD~1')],
    [{ range: 'origin/main..HEAD' }, () => gitSays('origin/main', 'HEAD')],
    [{ range: 'origin/main...HEAD' }, () => gitSays(base, 'HEAD')],
  ])('can be chosen: %j', async (choice, expected) => {
    const { source } = await open({ range: 'HEAD' });
    expect(await patchOf(await choose(source, choice))).toBe(expected());
  });

  it.each(['base', 'uncommitted', 'staged', 'unstaged', 'last'])(
    'is looked at without a change in the repository: %s',
    async (scope) => {
      repository.write('café "1".txt', '');
      const before = filesOf(repository.path);
      const { source } = await open();
      const chosen = await choose(source, { scope });
      await patchOf(chosen);
      await stateOf(chosen);
      await scopesOf(chosen);
      await commitsOf(chosen, { q: 'first' });
      expect(filesOf(repository.path)).toEqual(before);
    },
  );

  it('is looked at without a program of the repository running, in each scope', async () => {
    const traps = plantTraps(repository.path);
    const { source } = await open();
    for (const scope of namedScopes) {
      const chosen = await choose(source, { scope });
      await patchOf(chosen);
      await stateOf(chosen);
    }
    await scopesOf(source);
    await commitsOf(source);
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(traps.names);
  });

  it('can be any commit, or all from one to another, from the first one on', async () => {
    const { source } = await open();
    const [root = '', first = '', second = ''] = commits;
    const of = (from: string, to: string) =>
      choose(source, { first: from, last: to }).then(patchOf);
    expect(await of(second, second)).toBe(gitSays(first, second));
    expect(await of(first, second)).toBe(gitSays(root, second));
    expect(await of(root, first)).toBe(gitSays('4b825dc642cb6eb9a060e54bf8d69288fbee4904', first));
  });

  it('is chosen again by its id, which a refresh follows', async () => {
    const { source } = await open();
    const last = await choose(source, { scope: 'last' });
    repository.write('d.txt', 'd\n');
    repository.git('add', 'd.txt');
    repository.git('commit', '--quiet', '--message', 'third', 'd.txt');
    const { source: again } = await refreshChange({ source: last }, context);
    expect(await patchOf(again)).toBe(gitSays('HEAD~1', 'HEAD'));
    const { current } = await scopesOf(again);
    expect(current).toEqual({ id: 'last', kind: 'last' });
  });

  it.each([{ scope: 'everything' }, { scope: 'range:--output=x' }, { range: 'nothing' }])(
    'refuses %j',
    async (choice) => {
      const { source } = await open();
      await expect(choose(source, choice)).rejects.toMatchObject({ code: 'unknown_revision' });
    },
  );
});

describe('the base', () => {
  const scopes = async () => scopesOf((await open()).source);

  it('is named in the list of scopes', async () => {
    const list = await scopes();
    expect(list.commits).toEqual({ base, head: 'worktree', since: 'origin/main' });
    expect(list.current).toEqual({ id: 'base', kind: 'base', name: 'origin/main' });
    expect(list.scopes.map(({ kind }) => kind)).toEqual([
      'base',
      'uncommitted',
      'staged',
      'unstaged',
      'last',
    ]);
  });

  it('is a local branch where there is no remote, and not a tag of its name', async () => {
    repository.git('branch', 'main', 'origin/main~1');
    repository.git('remote', 'remove', 'origin');
    repository.git('tag', 'main', 'HEAD');
    expect((await scopes()).current).toEqual({ id: 'base', kind: 'base', name: 'main' });
    const { commits: sides } = await open();
    expect(sides?.base).toBe(base);
  });

  it('is unknown on the default branch itself, and where nothing is shared', async () => {
    repository.git('remote', 'remove', 'origin');
    expect((await scopes()).current.id).toBe('uncommitted');
    repository.git('branch', '--move', 'main');
    expect((await scopes()).current.id).toBe('uncommitted');
    const { source } = await open();
    await expect(choose(source, { scope: 'base' })).rejects.toThrow(/name what to compare with/u);
  });
});

describe('the state of what is compared', () => {
  const writeMore = () => repository.write('new.txt', 'more\n');
  const writeMany = () => {
    repository.git('checkout', '--quiet', 'HEAD', '--', 'b.txt');
    for (const name of ['a.txt', 'é.txt', 'z.txt']) repository.write(name, 'more\n');
    repository.write('new.txt', 'untracked\n');
  };
  const commitAndWrite = () => {
    repository.commit('another');
    writeMore();
  };
  const files = (...paths: string[]) => ({
    hasOtherCommits: false,
    paths: paths.slice(0, 3),
    count: paths.length,
  });
  const commitsAnd = (...paths: string[]) => ({ ...files(...paths), hasOtherCommits: true });
  it.each(['uncommitted', 'staged', 'last'])(
    'is that of the comparison, also where the branch went on before it: %s',
    async (scope) => {
      const source = await choose((await open()).source, { scope });
      repository.git('commit', '--quiet', '--allow-empty', '--message', 'in between');
      const { worktreeState } = await prepareInto(folder.path, source);
      expect(await stateOf(source)).not.toBe(worktreeState);
    },
  );

  it.each([
    ['staged', () => repository.git('add', 'new.txt'), writeMore, files('new.txt')],
    ['unstaged', () => repository.git('add', 'b.txt'), undefined, files('b.txt')],
    ['last', () => repository.commit('another'), writeMore, commitsAnd()],
    ['base', writeMore, undefined, files('new.txt')],
    ['base', () => repository.commit('another'), undefined, commitsAnd()],
    ['uncommitted', commitAndWrite, undefined, commitsAnd('new.txt')],
    ['uncommitted', writeMany, undefined, files('a.txt', 'b.txt', 'z.txt', 'é.txt')],
  ] as const)(
    'of %s differs with what it shows, and only then, and says in what',
    async (scope, change, other, expected) => {
      const { source: opened } = await open();
      const source = await choose(opened, { scope });
      const { worktreeState } = await prepareInto(folder.path, source);
      other?.();
      expect(await lookAt(folder.path, source)).toEqual({ state: worktreeState });
      change();
      const { state, changed } = await lookAt(folder.path, source);
      expect(state).not.toBe(worktreeState);
      expect(changed).toEqual(expected);
    },
  );
});

describe('the commits', () => {
  const listed = async (query?: { q?: string; after?: string }) =>
    commitsOf((await open()).source, query);

  it('come newest first, with their messages', async () => {
    const { commits: all, next } = await listed();
    expect(all.map(({ id }) => id)).toEqual(commits.toReversed());
    expect(all[1]).toMatchObject({
      subject: 'First of the branch',
      body: 'With a body.',
      author: 'A Tester',
      parents: [base],
    });
    expect(next).toBeUndefined();
  });

  it('can be searched, and come by pages', async () => {
    const numbered = Array.from(
      { length: 60 },
      (_, index) => `commit refs/heads/feature
committer A Tester <tester@example.org> now
data <<END
number ${index}
END
${index === 0 ? `from ${commits.at(-1)}\n` : ''}`,
    );
    execFileSync('git', ['fast-import', '--quiet', '--date-format=now'], {
      cwd: repository.path,
      input: numbered.join(''),
    });
    const page = await listed();
    expect(page.commits).toHaveLength(50);
    const rest = await listed({ after: page.next ?? '' });
    expect(rest.commits).toHaveLength(13);
    expect(rest.next).toBeUndefined();
    const found = await listed({ q: 'NUMBER 5' });
    expect(found.commits.map(({ subject }) => subject)).toEqual(
      [59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 5].map((index) => `number ${index}`),
    );
    expect((await listed({ q: '.*' })).commits).toEqual([]);
    expect((await listed({ q: '--output=pwned' })).commits).toEqual([]);
  });

  it('are none before the first one', async () => {
    repository.git('checkout', '--quiet', '--orphan', 'empty');
    expect(await listed()).toEqual({ commits: [] });
  });
});
