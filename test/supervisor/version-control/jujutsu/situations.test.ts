import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { findChange, openChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto, sectionOf } from '../../../helpers/diff.ts';
import { JjRepository, noJj, sharedJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: JjRepository;
const context = { signal: new AbortController().signal };

beforeEach(() => {
  folder = temporaryFolder('spool');
});
afterEach(() => folder.remove());

const firstOne = { skip: 0, limit: 1 };

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

const commit = (on: JjRepository, message: string): void => {
  on.jj('commit', '--message', message);
};

/** A change with a few files of each kind, and an empty one on it. */
const base = (on: JjRepository): void => {
  on.write('a.txt', numbers(1, 30));
  on.write('sub/b.txt', 'b\n');
  on.write('bytes', Buffer.from([0, 1, 2]));
  on.write('run.sh', 'echo\n');
  symlinkSync('a.txt', join(on.path, 'link'));
  commit(on, 'base');
};
const kinds = ['--colocate', '--no-colocate'] as const;
const based = kinds.map((kind) =>
  sharedJj(() => {
    const made = new JjRepository(kind);
    base(made);
    return made;
  }),
);
const takeBased = (kind = 0): JjRepository => based[kind % based.length]?.take() as JjRepository;
afterAll(() => based.forEach(({ remove }) => remove()));

/** Two changes of one line, the second of which is moved onto the first: it is in conflict. */
const conflict = (on: JjRepository): void => {
  on.write('a.txt', 'left\n');
  commit(on, 'left');
  on.jj('new', '@--', '--message', 'right');
  on.write('a.txt', 'right\n');
  on.jj('rebase', '--source=@', '--onto=description(substring:"left")');
};

/** One change with two descriptions given at the same time. */
const diverge = (on: JjRepository): void => {
  on.write('a.txt', 'divergent\n');
  const at = on.jj('operation', 'log', '--no-graph', '--limit=1', '--template=self.id()');
  on.jj('describe', '--message=one');
  on.jj(`--at-operation=${at}`, 'describe', '--message=two');
  on.jj('status');
};

const stack = (on: JjRepository): void => {
  for (const name of ['one', 'two', 'three']) {
    on.write('a.txt', `${readFileSync(join(on.path, 'a.txt'), 'utf8')}${name}\n`);
    on.write(`${name}.txt`, name);
    commit(on, name);
    on.jj('bookmark', 'create', name, '--revision=@-');
  }
};

const merge = (on: JjRepository): void => {
  on.write('left', 'left\n');
  commit(on, 'left');
  on.jj('new', '@--');
  on.write('right', 'right\n');
  commit(on, 'right');
  on.jj('new', '@-', 'description(substring:"left")');
};

interface Situation {
  readonly name: string;
  readonly make: (on: JjRepository) => void;
  /** What is compared; default: the working copy. */
  readonly range?: string;
  /** What changed, each as its status and path. */
  readonly files: readonly string[];
}

const situations: readonly Situation[] = [
  { name: 'nothing', make: () => {}, files: [] },
  {
    name: 'a line',
    make: (on) => on.write('a.txt', numbers(1, 30).replace('15', 'fifteen')),
    files: ['modified a.txt'],
  },
  {
    name: 'two places far apart',
    make: (on) => on.write('a.txt', numbers(1, 30).replace('3\n', 'x\n').replace('28', 'y')),
    files: ['modified a.txt'],
  },
  {
    name: 'a new file',
    make: (on) => on.write('new/file.txt', 'n\n'),
    files: ['added new/file.txt'],
  },
  { name: 'an empty new file', make: (on) => on.write('empty', ''), files: ['added empty'] },
  {
    name: 'a file that is ignored',
    make: (on) => {
      on.write('.gitignore', 'ignored\n');
      on.write('ignored', 'i\n');
    },
    files: ['added .gitignore'],
  },
  {
    name: 'no line break at the end',
    make: (on) => on.write('sub/b.txt', 'b'),
    files: ['modified sub/b.txt'],
  },
  {
    name: 'other line breaks',
    make: (on) => on.write('sub/b.txt', 'b\r\n'),
    files: ['modified sub/b.txt'],
  },
  {
    name: 'a deleted file',
    make: (on) => rmSync(join(on.path, 'a.txt')),
    files: ['deleted a.txt'],
  },
  {
    name: 'a renamed file',
    make: (on) => renameSync(join(on.path, 'a.txt'), join(on.path, 'sub/renamed.txt')),
    files: ['renamed sub/renamed.txt'],
  },
  {
    name: 'a renamed and changed file',
    make: (on) => {
      rmSync(join(on.path, 'a.txt'));
      on.write('renamed.txt', `${numbers(1, 29)}last\n`);
    },
    files: ['renamed renamed.txt'],
  },
  {
    name: 'an executable file',
    make: (on) => chmodSync(join(on.path, 'run.sh'), 0o755),
    files: ['modified run.sh'],
  },
  {
    name: 'a link that leads elsewhere',
    make: (on) => {
      rmSync(join(on.path, 'link'));
      symlinkSync('sub/b.txt', join(on.path, 'link'));
    },
    files: ['modified link'],
  },
  {
    name: 'a file in place of a link',
    make: (on) => {
      rmSync(join(on.path, 'link'));
      on.write('link', 'a file\n');
    },
    files: ['modified link'],
  },
  {
    name: 'bytes',
    make: (on) => on.write('bytes', Buffer.from([0, 3])),
    files: ['modified bytes'],
  },
  {
    name: 'names with spaces and letters beyond ASCII',
    make: (on) => {
      on.write('with space.txt', 'x\n');
      on.write('größe/日本.txt', 'x\n');
    },
    files: ['added größe/日本.txt', 'added with space.txt'],
  },
  { name: 'a conflict', make: conflict, files: ['modified a.txt'] },
  {
    name: 'a conflict that is solved',
    make: (on) => {
      conflict(on);
      on.jj('new');
      on.write('a.txt', 'both\n');
    },
    files: ['modified a.txt'],
  },
  {
    name: 'a divergent change',
    make: diverge,
    range: '@',
    files: ['modified a.txt'],
  },
  {
    name: 'one change of a stack',
    make: stack,
    range: 'two',
    files: ['modified a.txt', 'added two.txt'],
  },
  {
    name: 'the upper two of a stack',
    make: stack,
    range: 'one..three',
    files: ['modified a.txt', 'added three.txt', 'added two.txt'],
  },
  {
    name: 'a whole stack by its description',
    make: stack,
    range: 'description(substring:"base")..three',
    files: ['modified a.txt', 'added one.txt', 'added three.txt', 'added two.txt'],
  },
  {
    name: 'an empty change',
    make: (on) => commit(on, 'empty'),
    range: '@-',
    files: [],
  },
  {
    name: 'a merge without changes of its own',
    make: merge,
    files: [],
  },
  {
    name: 'a merge with changes of its own',
    make: (on) => {
      merge(on);
      on.write('left', 'merged\n');
    },
    files: ['modified left'],
  },
  {
    name: 'the first change',
    make: () => {},
    range: 'description(substring:"base")',
    files: ['added a.txt', 'added bytes', 'added link', 'added run.sh', 'added sub/b.txt'],
  },
];

describeWhere(noJj, 'a Jujutsu repository is compared as jj does it, colocated or not', () => {
  it.each(situations.map((situation, index) => ({ ...situation, kind: index })))(
    '$name',
    async ({ kind, make, range = '@', files }) => {
      repository = takeBased(kind);
      make(repository);
      const { source } = await findChange({ cwd: repository.path, range }, context);
      const manifest = await prepareInto(folder.path, source);
      const expected = repository.jj('diff', '--git', `--revisions=${range}`);
      expect(readFileSync(join(folder.path, 'patch.diff'), 'utf8')).toBe(expected);
      expect(manifest.files.map(({ status, path }) => `${status} ${path}`).toSorted()).toEqual(
        files.toSorted(),
      );
      const sections = manifest.files.map((file) => sectionOf(folder.path, file));
      expect(sections.join('')).toBe(expected);
      const hunksOf = (section = '') => /^@@[^]*/mu.exec(section)?.[0].split('\n') ?? [];
      for (const [index, { additions, deletions }] of manifest.files.entries())
        expect([additions, deletions]).toEqual(
          ['+', '-'].map((sign) => hunksOf(sections[index]).filter(([one]) => one === sign).length),
        );
      const { readSide } = openChange(source);
      const commits = { old: `parents(roots(${range}))`, new: `heads(${range})` };
      for (const file of manifest.files)
        for (const side of ['old', 'new'] as const) {
          if ((side === 'old' ? file.oldBlob : file.newBlob) === undefined) continue;
          const parts: Buffer[] = [];
          const take = async (part: Buffer) => void parts.push(part);
          await readSide?.({ file, side, maxBytes: 1_000_000 }, take, context);
          const path = side === 'old' ? (file.oldPath ?? file.path) : file.path;
          const shown = repository.jj(
            'file',
            'show',
            `--revision=${commits[side]}`,
            `root:"${path}"`,
          );
          expect(Buffer.concat(parts).toString()).toBe(shown);
        }
    },
  );
});

describeWhere(noJj, 'a change that is not as usual', () => {
  it('is in conflict, and says so; what only its store has is not shown', async () => {
    repository = takeBased();
    conflict(repository);
    const { source, title } = await findChange({ cwd: repository.path, range: '@' }, context);
    const { files } = await prepareInto(folder.path, source);
    expect(files.map(({ path, hasConflict }) => [path, hasConflict])).toEqual([['a.txt', true]]);
    expect(title).toMatch(/: change [k-z]{8}: right$/u);
    const stored = repository.git('ls-tree', '--name-only', repository.id('@'));
    expect(stored).toContain('JJ-CONFLICT-README');
    const [commit] = (await openChange(source).repository?.commits(firstOne, context)) ?? [];
    expect(commit?.labels?.slice(1)).toEqual(['@', 'conflict']);
  });

  it('is divergent, and its commits have names of their own', async () => {
    repository = takeBased();
    diverge(repository);
    const titles = [];
    for (const range of ['description(substring:"one")', 'description(substring:"two")'])
      titles.push((await findChange({ cwd: repository.path, range }, context)).title);
    expect(titles.map((title) => title.replace(/[k-z]{8}/u, 'ID')).toSorted()).toEqual([
      expect.stringMatching(/^repository: change ID\/0: (?:one|two)$/u),
      expect.stringMatching(/^repository: change ID\/1: (?:one|two)$/u),
    ]);
    const { source } = await findChange({ cwd: repository.path }, context);
    const [commit] = (await openChange(source).repository?.commits(firstOne, context)) ?? [];
    expect(commit?.labels).toContain('divergent');
  });

  it('has files that jj does not record, with a row each', async () => {
    repository = takeBased();
    repository.write('sub/big file.bin', Buffer.alloc(2_000_000, 1));
    const { source } = await findChange({ cwd: repository.path, range: '@' }, context);
    const { files } = await prepareInto(folder.path, source);
    expect(files).toMatchObject([
      { path: 'sub/big file.bin', status: 'added', tooLargeBytes: 2_000_000 },
    ]);
    const { readState } = openChange(source);
    const before = await readState?.(undefined, context);
    expect(before).toMatchObject({ isEmpty: false });
    repository.write('sub/big file.bin', Buffer.alloc(2_000_001, 1));
    expect((await readState?.(undefined, context))?.state).not.toBe(before?.state);
  });
});
