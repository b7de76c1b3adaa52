import {
  appendFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubmoduleSearch } from '../../../../../supervisor/version-control/git/worktree/submodule-search.ts';
import { marksIn } from '../../../../helpers/git-traps.ts';
import { Repository, temporaryFolder } from '../../../../helpers/repository.ts';

let library: Repository;
let repository: Repository;
let outside: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  library = new Repository();
  library.write('x', 'x\n');
  library.commit('first');
});
afterAll(() => library.remove());
beforeEach(() => {
  repository = new Repository();
  outside = temporaryFolder('outside');
});
afterEach(() => {
  repository.remove();
  outside.remove();
});

const at = (path: string): string => join(repository.path, path);
/** Puts a repository there, with its `.git` in it, and commits it as a submodule. */
const addSubmodule = (path: string): void => {
  cpSync(library.path, at(path), { recursive: true });
  repository.commit(path);
};
const search = async (maxChecked?: number, topLevel = repository.path) => {
  const context = { signal: new AbortController().signal };
  const options = maxChecked === undefined ? {} : { maxChecked };
  return [...(await new SubmoduleSearch({ topLevel, context, ...options }).read())];
};

describe('the search for changes in submodules', () => {
  it.each([
    ['a changed file', () => repository.write('sub/x', 'y\n')],
    ['an untracked file', () => repository.write('sub/y', 'y\n')],
    [
      'an untracked file that git was told not to list',
      () => {
        repository.git('-C', 'sub', 'config', 'status.showUntrackedFiles', 'no');
        repository.write('sub/y', 'y\n');
      },
    ],
    ['a file that is gone', () => rmSync(at('sub/x'))],
    [
      'a staged file',
      () => {
        repository.write('sub/x', 'y\n');
        repository.git('-C', 'sub', 'add', 'x');
        repository.git('-C', 'sub', 'config', 'status.showStash', 'true');
      },
    ],
  ])('finds %s', async (_, change) => {
    addSubmodule('sub');
    addSubmodule('clean');
    expect(await search()).toEqual([]);
    change();
    expect(await search()).toEqual([['sub', 'dirty']]);
  });

  it('finds what is dirty in a submodule of a submodule, also from a linked work tree', async () => {
    const asFile = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
    const middle = new Repository();
    middle.git(...asFile, library.path, 'inner');
    middle.commit('first');
    repository.git(...asFile, middle.path, 'sub');
    repository.commit('first');
    const linked = join(outside.path, 'linked');
    repository.git('worktree', 'add', '--quiet', linked);
    const update = [
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'update',
      '--init',
      '--recursive',
    ];
    repository.git(...update);
    repository.git('-C', linked, ...update);
    expect(await search()).toEqual([]);
    expect(await search(undefined, linked)).toEqual([]);
    repository.write('sub/inner/x', 'y\n');
    writeFileSync(join(linked, 'sub/inner/y'), 'y\n');
    expect(await search()).toEqual([['sub', 'dirty']]);
    expect(await search(undefined, linked)).toEqual([['sub', 'dirty']]);
    middle.remove();
  });

  it('says once that there are more than it looks into', async () => {
    for (const name of ['a', 'b', 'c', 'd']) addSubmodule(name);
    repository.write('a/x', 'y\n');
    repository.write('d/x', 'y\n');
    rmSync(at('b'), { recursive: true });
    expect(await search(3)).toEqual([
      ['a', 'dirty'],
      ['d', 'dirty'],
    ]);
    expect(await search(1)).toEqual([
      ['a', 'dirty'],
      ['c', 'limit'],
    ]);
  });

  it.each([
    ['is a folder without a repository', () => rmSync(at('sub/.git/HEAD')), 'unchecked'],
    [
      'leads nowhere',
      () => {
        rmSync(at('sub/.git'), { recursive: true });
        writeFileSync(at('sub/.git'), 'gitdir: /nowhere\n');
      },
      'unchecked',
    ],
    [
      'names another work tree',
      () => repository.git('-C', 'sub', 'config', 'core.worktree', outside.path),
      'unchecked',
    ],
    ['is gone', () => rmSync(at('sub/.git'), { recursive: true }), undefined],
  ])('says of a submodule whose .git %s that it was not checked', async (_, change, expected) => {
    addSubmodule('sub');
    repository.write('sub/x', 'y\n');
    change();
    expect(await search()).toEqual(expected === undefined ? [] : [['sub', expected]]);
  });
});

describe('a hostile submodule', () => {
  /** Arms every program that a look into the repository could start. */
  const arm = (folder: string, config = at(`${folder}/.git/config`)) => {
    const { trap, mark, sprung } = marksIn(join(outside.path, 'marks'));
    appendFileSync(
      config,
      `[core]
\tfsmonitor = "${mark('fsmonitor', 'false')}"
\thooksPath = ${outside.path}
[filter "a=b.c"]
\tclean = "${trap('clean')}"
\trequired = true
[filter "p"]
\tprocess = "${trap('process')}"
`,
    );
    const hook = `#!/bin/sh\n${mark('hook')}\n`;
    writeFileSync(join(outside.path, 'post-index-change'), hook, { mode: 0o755 });
    repository.write(`${folder}/.gitattributes`, 'x filter=a=b.c\ny filter=p\n');
    for (const name of ['x', 'y']) repository.write(`${folder}/${name}`, 'z\n');
    return {
      sprung,
      /** Which ones run where plain git looks, and writes. */
      inPlainGit: (): string[] => {
        for (const args of [['status'], ['-C', folder, 'add', '--all']])
          try {
            repository.git(...args);
          } catch {
            // That it fails in such a repository is no matter.
          }
        return sprung();
      },
    };
  };
  const all = ['clean', 'fsmonitor', 'hook', 'process'];

  it.each(['sub', 'sub/inner'])('starts nothing from %s', async (path) => {
    cpSync(library.path, at('sub'), { recursive: true });
    if (path !== 'sub') {
      cpSync(library.path, at(path), { recursive: true });
      repository.git('-C', 'sub', 'add', '--all');
      repository.git(
        '-C',
        'sub',
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@e',
        'commit',
        '--quiet',
        '--message',
        'two',
      );
    }
    repository.commit('base');
    const traps = arm(path);
    expect(await search()).toEqual([['sub', 'dirty']]);
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(all);
  });

  it.each([
    ['a file', false],
    ['a link', false],
    ['a file', true],
  ])(
    'is left alone where its .git is %s that leads out (and so does commondir: %s)',
    async (how, isForged) => {
      addSubmodule('sub');
      if (isForged) {
        for (const name of ['config', 'objects', 'refs'])
          renameSync(at(`.git/${name}`), join(outside.path, name));
        repository.write('.git/commondir', `${outside.path}\n`);
      }
      const elsewhere = join(outside.path, 'elsewhere');
      renameSync(at('sub/.git'), elsewhere);
      if (how === 'a link') symlinkSync(elsewhere, at('sub/.git'));
      else writeFileSync(at('sub/.git'), `gitdir: ${elsewhere}\n`);
      const traps = arm('sub', join(elsewhere, 'config'));
      const index = readFileSync(join(elsewhere, 'index'));
      expect(await search()).toEqual([['sub', 'unchecked']]);
      expect(traps.sprung()).toEqual([]);
      expect(readFileSync(join(elsewhere, 'index'))).toEqual(index);
      expect(traps.inPlainGit()).toEqual(all);
    },
  );

  it('is not looked for behind a link', async () => {
    addSubmodule('folder/sub');
    renameSync(at('folder'), join(outside.path, 'folder'));
    symlinkSync(join(outside.path, 'folder'), at('folder'));
    writeFileSync(join(outside.path, 'folder/sub/x'), 'z\n');
    expect(await search()).toEqual([]);
  });
});
