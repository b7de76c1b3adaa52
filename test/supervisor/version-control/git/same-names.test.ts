import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { RepositoryNote } from '../../../../shared/placement/repository-note.ts';
import { findChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { context } from '../../../helpers/scopes.ts';

let repository: Repository;
let prepared: ReturnType<typeof keepFolder>;
let spool: ReturnType<typeof temporaryFolder>;
let first: string;
let second: string;
let third: string;

beforeAll(() => {
  repository = new Repository();
  const commits = ['first', 'second', 'third'].map((name) => {
    repository.write('a.txt', `${name}\n`);
    return repository.commit(name);
  });
  [first = '', second = '', third = ''] = commits;
  repository.git('checkout', '--quiet', '-b', 'feature');
  repository.git('branch', 'both', second);
  repository.git('tag', '--annotate', '--message=x', 'both', first);
  repository.git('branch', 'equal', first);
  repository.git('tag', 'equal', first);
  prepared = keepFolder(repository.path);
});
beforeEach(() => {
  prepared.restore();
  spool = temporaryFolder('spool');
});
afterEach(() => spool.remove());
afterAll(() => {
  repository.remove();
  prepared.remove();
});

const short = (id: string) => id.slice(0, 10);

const notesOf = async (
  range?: string,
  cwd = repository.path,
): Promise<readonly RepositoryNote[]> => {
  const { source } = await findChange(range === undefined ? { cwd } : { cwd, range }, context);
  return (await prepareInto(spool.path, source)).notes ?? [];
};

const both = (): RepositoryNote => ({
  kind: 'same-name',
  name: 'both',
  items: [`refs/tags/both ${short(first)}`, `refs/heads/both ${short(second)}`],
});

describe('a branch and a tag of one name', () => {
  it.each(['both', 'both..HEAD', 'both...', 'main..both', 'both~0', 'both^{commit}..both'])(
    'are said, and which of them is compared: %s',
    async (range) => {
      expect(await notesOf(range)).toEqual([both()]);
      expect(repository.git('rev-parse', 'both^{commit}').trim()).toBe(first);
    },
  );

  it.each(['equal', 'feature', 'refs/heads/both', 'HEAD~1', 'equal..feature'])(
    'are not said where nothing else could be meant: %s',
    async (range) => expect(await notesOf(range)).toEqual([]),
  );

  it('are said of the base, which is the branch', async () => {
    expect(await notesOf()).toEqual([]);
    repository.git('tag', 'main', first);
    expect(await notesOf()).toEqual([
      {
        kind: 'same-name',
        name: 'main',
        items: [`refs/heads/main ${short(third)}`, `refs/tags/main ${short(first)}`],
      },
    ]);
  });

  it('are said where neither is meant', async () => {
    repository.git('update-ref', 'refs/both', third);
    expect(await notesOf('both')).toEqual([
      {
        kind: 'same-name',
        name: 'both',
        items: [short(third), `refs/tags/both ${short(first)}`, `refs/heads/both ${short(second)}`],
      },
    ]);
  });

  it('are said of each repository of a folder', async () => {
    const work = temporaryFolder('work');
    for (const name of ['api', 'web'])
      execFileSync('cp', ['-a', repository.path, join(work.path, name)]);
    execFileSync('git', ['tag', 'main', first], { cwd: join(work.path, 'web') });
    expect(await notesOf(undefined, work.path)).toMatchObject([
      { kind: 'same-name', name: 'main', repository: 'web' },
    ]);
    work.remove();
  });
});
