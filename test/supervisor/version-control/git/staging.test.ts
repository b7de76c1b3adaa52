import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedScope } from '../../../../shared/session/scope.ts';
import type {
  Applied,
  ProjectChange,
  ProjectChanges,
  ProjectRequest,
  SelectedLines,
  Suggestion,
} from '../../../../shared/session/staging.ts';
import type { StagingAction } from '../../../../shared/session/staging-action.ts';
import { writeProject } from '../../../../supervisor/threads/tasks/write-project.ts';
import { findChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { plantTraps } from '../../../helpers/git-traps.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const text = (lines: readonly string[], end = '\n') =>
  lines.map((line) => `${line}${end}`).join('');

let template: Repository;
let folder: ReturnType<typeof temporaryFolder>;
/** Changed by Galley. */
let ours: string;
/** Changed by git itself. */
let theirs: string;

const odd = 'dir/a "b"\n c.txt';

/** A repository with a change of each kind. */
beforeAll(() => {
  template = new Repository();
  const put = (name: string, content: string | Buffer) => template.write(name, content);
  put('a.txt', text(numbered(40)));
  put('run.sh', '#!/bin/sh\necho 1\n');
  chmodSync(join(template.path, 'run.sh'), 0o755);
  put('mode.sh', 'echo 1\n');
  put('tail.txt', 'one\ntwo');
  put('crlf.txt', text(numbered(9), '\r\n'));
  put('gone.txt', text(numbered(5)));
  put('old.txt', text(numbered(20)));
  put('partly.txt', text(numbered(20)));
  put('data.bin', Buffer.from([0, 1, 2]));
  symlinkSync('a.txt', join(template.path, 'link'));
  template.commit('base');
  const a = numbered(40);
  a[2] = 'three';
  a[3] = 'four';
  a.splice(20, 2, 'of both', 'another', 'and one more');
  a.push('the end');
  put('a.txt', text(a));
  put('run.sh', '#!/bin/sh\necho 2\n');
  chmodSync(join(template.path, 'mode.sh'), 0o755);
  put('tail.txt', 'one\ntwo\nthree');
  const crlf = numbered(9);
  crlf[4] = 'five';
  put('crlf.txt', text(crlf, '\r\n'));
  rmSync(join(template.path, 'gone.txt'));
  renameSync(join(template.path, 'old.txt'), join(template.path, 'new.txt'));
  put(odd, 'one\ntwo\nthree\n');
  put('data.bin', Buffer.from([0, 1, 2, 3]));
  rmSync(join(template.path, 'link'));
  symlinkSync('run.sh', join(template.path, 'link'));
  const partly = numbered(20);
  partly[1] = 'staged';
  put('partly.txt', text(partly));
  template.git('add', 'partly.txt');
  partly[17] = 'not staged';
  put('partly.txt', text(partly));
});
afterAll(() => template.remove());

beforeEach(() => {
  folder = temporaryFolder('staging');
  [ours, theirs] = ['ours', 'theirs'].map((name) => {
    const path = join(folder.path, name);
    cpSync(template.path, path, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
    return path;
  }) as [string, string];
});
afterEach(() => folder.remove());

const git = (cwd: string, args: readonly string[], input?: string): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'latin1',
    ...(input === undefined ? {} : { input: Buffer.from(input, 'latin1') }),
    stdio: 'pipe',
  });

/** The index, and all files with their modes. */
const stateOf = (path: string) => ({
  index: git(path, ['ls-files', '--stage', '-z']).split('\0'),
  files: Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .map((entry) => ({ entry, name: join(entry.parentPath, entry.name).slice(path.length + 1) }))
      .filter(({ entry, name }) => !entry.isDirectory() && !/^\.git(?:\/|$)/u.test(name))
      .map(({ entry, name }) => {
        const file = join(path, name);
        const content = entry.isSymbolicLink() ? readlinkSync(file) : readFileSync(file, 'latin1');
        return [name, `${lstatSync(file).mode.toString(8)} ${content}`];
      }),
  ),
});

const spool = () => join(folder.path, 'spool');
const kept = () => join(folder.path, 'kept');

interface Wanted {
  readonly action: StagingAction;
  readonly path: string;
  readonly lines?: readonly SelectedLines[];
}

/** Opens a scope of our repository. */
const opened = async (scope: NamedScope) => {
  for (const path of [spool(), kept()]) mkdirSync(path, { recursive: true });
  const { source } = await findChange({ cwd: ours, scope }, context);
  const { files } = await prepareInto(spool(), source);
  const write = (request: ProjectRequest) =>
    writeProject(
      {
        task: 'write-project',
        source,
        manifest: join(spool(), 'manifest.json'),
        patch: join(spool(), 'patch.diff'),
        kept: kept(),
        request,
      },
      context,
    );
  return {
    change: async ({ action, path, lines }: Wanted) => {
      const { id = '' } = files.find((file) => file.path === path) ?? {};
      const what = { action, version: 1, id, path };
      const staging = lines === undefined ? what : { ...what, lines: [...lines] };
      return (await write({ do: 'stage', staging })) as ProjectChange;
    },
    apply: async (suggestions: Suggestion[]) =>
      (await write({ do: 'apply', version: 1, suggestions })) as Applied,
    undo: (id: string) => write({ do: 'undo', id }),
    list: async () => ((await write({ do: 'list' })) as ProjectChanges).changes,
  };
};

/** A patch in which only the given lines are changed, as `git add --patch` makes it of an edited hunk. */
const onlyLines = (patch: string, lines: readonly SelectedLines[], isReverse: boolean): string => {
  const numbers = { old: 0, new: 0 };
  let isIn = false;
  let isLeftOut = false;
  const isChosen = (side: 'old' | 'new') =>
    lines.some(
      (one) => one.side === side && numbers[side] >= one.first && numbers[side] <= one.last,
    );
  const result = patch.split('\n').flatMap((line) => {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)/u.exec(line);
    if (header !== null) {
      isIn = true;
      // An empty side counts from the line before it.
      numbers.old = Number(header[1]) - (/^@@ -\d+,0 /u.test(line) ? 0 : 1);
      numbers.new = Number(header[2]) - (/ \+\d+,0 @@/u.test(line) ? 0 : 1);
      return [line];
    }
    if (!isIn || line === '') return [line];
    // A note is about the line before it.
    if (line.startsWith('\\')) return isLeftOut ? [] : [line];
    isLeftOut = false;
    const [sign] = line;
    if (sign !== '+') numbers.old += 1;
    if (sign !== '-') numbers.new += 1;
    if (sign === ' ') return [line];
    const isTaken = isChosen(sign === '-' ? 'old' : 'new');
    if (isTaken) return [line];
    isLeftOut = (sign === '-') === isReverse;
    return isLeftOut ? [] : [` ${line.slice(1)}`];
  });
  // Only a file without lines is gone.
  if (!result.some((line) => line.startsWith(' '))) return result.join('\n');
  const [, path = ''] = /^--- a\/(.*)$/mu.exec(patch) ?? [];
  return result
    .join('\n')
    .replace(/^deleted file.*\n/mu, '')
    .replace('+++ /dev/null', `+++ b/${path}`);
};

const lines = (side: 'old' | 'new', first: number, last = first): SelectedLines => ({
  side,
  first,
  last,
});

interface Case {
  readonly scope: NamedScope;
  readonly action: StagingAction;
  /** What git does with the same paths. */
  readonly theirs: readonly (readonly string[])[];
  readonly paths: readonly string[];
}

const every = [
  'a.txt',
  'run.sh',
  'mode.sh',
  'tail.txt',
  'crlf.txt',
  'gone.txt',
  'link',
  'data.bin',
  odd,
];

/** Whole files, all on one copy. */
const whole: readonly Case[] = [
  {
    scope: 'unstaged',
    action: 'stage',
    paths: [...every, 'new.txt', 'partly.txt'],
    theirs: [['add', '--all']],
  },
  {
    scope: 'uncommitted',
    action: 'stage',
    paths: [...every, 'partly.txt'],
    theirs: [['add', '--', ...every, 'partly.txt']],
  },
  { scope: 'staged', action: 'unstage', paths: ['partly.txt'], theirs: [['reset', '-q']] },
  { scope: 'uncommitted', action: 'unstage', paths: ['partly.txt'], theirs: [['reset', '-q']] },
  {
    scope: 'unstaged',
    action: 'discard',
    paths: [...every, 'new.txt', 'partly.txt'],
    theirs: [
      ['checkout', '-q', '--', '.'],
      ['clean', '-q', '-f', '-d'],
    ],
  },
  {
    scope: 'uncommitted',
    action: 'discard',
    paths: ['a.txt', 'partly.txt'],
    theirs: [['checkout', '-q', '--', 'a.txt', 'partly.txt']],
  },
];

describe('whole files', () => {
  it.each(whole)(
    'of the $scope changes: $action, as git does it, and back',
    async ({ scope, action, paths, theirs: commands }) => {
      const before = stateOf(ours);
      const { change, undo, list } = await opened(scope);
      const made = [];
      for (const path of paths) made.push(await change({ action, path }));
      for (const command of commands) git(theirs, command);
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      expect(stateOf(ours)).not.toEqual(before);
      expect((await list()).map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
      for (const { id } of made.toReversed()) await undo(id);
      expect(stateOf(ours)).toEqual(before);
      await expect(undo(made[0]?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  it('that were renamed, where the old name is staged as gone, are discarded alone', async () => {
    const isStaged = [true, false];
    for (const path of [ours, theirs]) git(path, ['add', '--all', 'old.txt', 'new.txt']);
    for (const isAdded of isStaged) {
      for (const path of [ours, theirs]) {
        if (!isAdded) git(path, ['reset', '-q', '--', 'new.txt']);
        writeFileSync(join(path, 'new.txt'), text(numbered(21)));
      }
      const before = stateOf(ours);
      const { change, undo } = await opened('uncommitted');
      const { id } = await change({ action: 'discard', path: 'new.txt' });
      git(theirs, isAdded ? ['checkout', '-q', '--', 'new.txt'] : ['clean', '-q', '-f', 'new.txt']);
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      await undo(id);
      expect(stateOf(ours)).toEqual(before);
    }
  });
});

type Selected = readonly [path: string, ...lines: SelectedLines[]];

const parts: readonly { scope: NamedScope; action: StagingAction; parts: readonly Selected[] }[] = [
  {
    scope: 'unstaged',
    action: 'stage',
    parts: [
      // A hunk with its context.
      ['a.txt', lines('old', 1, 7), lines('new', 1, 7)],
      ['run.sh', lines('old', 2), lines('new', 2)],
      ['tail.txt', lines('old', 2), lines('new', 2)],
      ['crlf.txt', lines('old', 5), lines('new', 5)],
      ['gone.txt', lines('old', 2, 3)],
      [odd, lines('new', 2)],
    ],
  },
  // One of two lines, and parts of a block.
  {
    scope: 'unstaged',
    action: 'stage',
    parts: [
      ['a.txt', lines('old', 3), lines('new', 3)],
      ['gone.txt', lines('old', 1, 5)],
    ],
  },
  { scope: 'unstaged', action: 'stage', parts: [['a.txt', lines('old', 22), lines('new', 23)]] },
  { scope: 'uncommitted', action: 'stage', parts: [['a.txt', lines('old', 21), lines('new', 42)]] },
  { scope: 'staged', action: 'unstage', parts: [['partly.txt', lines('new', 2)]] },
  {
    scope: 'unstaged',
    action: 'discard',
    parts: [
      ['a.txt', lines('old', 1, 7), lines('new', 1, 7)],
      ['tail.txt', lines('old', 2), lines('new', 2, 3)],
      ['crlf.txt', lines('old', 5), lines('new', 5)],
    ],
  },
  {
    scope: 'uncommitted',
    action: 'discard',
    parts: [['a.txt', lines('old', 22), lines('new', 21), lines('new', 42)]],
  },
];

/** What git says has changed, of which a part is applied. */
const patchOf = (path: string, action: StagingAction): string => {
  const isUntracked = git(theirs, ['ls-files', '--', path]) === '';
  if (isUntracked) git(theirs, ['add', '--intent-to-add', path]);
  const index = action === 'unstage' ? ['--cached'] : [];
  const patch = git(theirs, ['diff', '--no-color', '--full-index', ...index, '--', path]);
  if (isUntracked) git(theirs, ['rm', '-q', '--cached', path]);
  return patch;
};

describe('lines', () => {
  it.each(parts)(
    'of the $scope changes: $action, as git applies a patch of them, and back',
    async ({ scope, action, parts: selected }) => {
      const before = stateOf(ours);
      const { change, undo } = await opened(scope);
      const made = [];
      for (const [path, ...chosen] of selected) {
        made.push(await change({ action, path, lines: chosen }));
        const patch = onlyLines(patchOf(path, action), chosen, action !== 'stage');
        const options = [
          ...(action === 'stage' ? [] : ['--reverse']),
          ...(action === 'discard' ? [] : ['--cached']),
        ];
        git(theirs, ['apply', '--recount', '--whitespace=nowarn', ...options], patch);
      }
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      expect(stateOf(ours)).not.toEqual(before);
      for (const { id } of made) await undo(id);
      expect(stateOf(ours)).toEqual(before);
    },
  );

  it('are staged one after the other, and unstaged, where uncommitted changes are shown', async () => {
    const path = 'partly.txt';
    const { change } = await opened('uncommitted');
    const [unstage, nothing] = ['unstage', [lines('old', 3), lines('new', 3)]] as const;
    await expect(change({ action: unstage, path: 'a.txt', lines: nothing })).rejects.toMatchObject({
      message: 'Nothing of this is staged.',
    });
    await change({ action: 'stage', path, lines: [lines('old', 18), lines('new', 18)] });
    git(theirs, ['add', path]);
    expect(stateOf(ours)).toEqual(stateOf(theirs));
    await change({ action: 'unstage', path, lines: [lines('old', 1, 4), lines('new', 1, 4)] });
    const patch = git(theirs, ['diff', '--cached', '--', path]);
    git(theirs, ['apply', '--cached', '--reverse'], patch.slice(0, patch.lastIndexOf('@@ -')));
    expect(stateOf(ours)).toEqual(stateOf(theirs));
    // What is not staged of them is the first hunk.
    await change({ action: 'discard', path, lines: [lines('old', 1, 20), lines('new', 1, 20)] });
    git(theirs, ['checkout', '-q', '--', path]);
    expect(stateOf(ours)).toEqual(stateOf(theirs));
  });
});

describe('a repository of another kind', () => {
  /** Puts one in place of a copy of the template, with three changed files. */
  const kinds: Readonly<Record<string, (path: string) => string>> = {
    'with SHA-256': (path) => {
      rmSync(path, { recursive: true });
      git('/', ['init', '--quiet', '--object-format=sha256', path]);
      return path;
    },
    'that is a linked work tree': (path) => {
      git(path, ['worktree', 'add', '--quiet', '-b', 'linked', `${path}-linked`]);
      return `${path}-linked`;
    },
    'without a commit': (path) => {
      rmSync(path, { recursive: true });
      git('/', ['init', '--quiet', path]);
      return path;
    },
  };
  const names = ['a.txt', 'b.txt', 'c.txt'];

  it.each(Object.entries(kinds))(
    '%s is staged and discarded from as git does it, and back',
    async (kind, make) => {
      const hasCommit = kind !== 'without a commit';
      [ours, theirs] = [ours, theirs].map((copy) => {
        const path = make(copy);
        const write = (lines: readonly string[]) => {
          for (const name of names) writeFileSync(join(path, name), text(lines));
        };
        if (hasCommit) {
          write(numbered(9));
          git(path, ['add', '--all']);
          const author = ['-c', 'user.name=t', '-c', 'user.email=t@e'];
          git(path, [...author, 'commit', '--quiet', '--message', 'base']);
        }
        write(numbered(9).with(1, 'two').with(7, 'eight'));
        return path;
      }) as [string, string];
      const before = stateOf(ours);
      const { change, undo } = await opened('uncommitted');
      const [a = '', b = '', c = ''] = names;
      const chosen = hasCommit ? [lines('old', 2), lines('new', 2)] : [lines('new', 2)];
      const made = [
        await change({ action: 'stage', path: a, lines: chosen }),
        await change({ action: 'stage', path: b }),
        await change({ action: 'discard', path: c }),
      ];
      const patch = onlyLines(patchOf(a, 'stage'), chosen, false);
      git(theirs, ['apply', '--cached', '--recount'], patch);
      git(theirs, ['add', b]);
      git(
        theirs,
        hasCommit ? ['checkout', '--quiet', '--', c] : ['clean', '--quiet', '--force', c],
      );
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      const unstaged = await change({ action: 'unstage', path: b });
      git(theirs, hasCommit ? ['reset', '--quiet', '--', b] : ['rm', '--quiet', '--cached', b]);
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      for (const { id } of [unstaged, ...made]) await undo(id);
      expect(stateOf(ours)).toEqual(before);
    },
  );
});

const withoutReturns = ({ index, files }: ReturnType<typeof stateOf>) => ({
  index,
  files: Object.entries(files).map(([name, content]) => [name, content.replaceAll('\r', '')]),
});

describe('line ends that git converts', () => {
  it.each(['core.autocrlf=true', 'core.autocrlf=input', 'eol=crlf'])(
    'are as git writes them, with %s',
    async (setting) => {
      for (const cwd of [ours, theirs]) {
        const path = join(cwd, 'a.txt');
        writeFileSync(path, readFileSync(path, 'latin1').replaceAll('\n', '\r\n'));
        const [key = '', value] = setting.split('=');
        if (key === 'eol') {
          mkdirSync(join(cwd, '.git/info'), { recursive: true });
          writeFileSync(join(cwd, '.git/info/attributes'), `*.txt text ${setting}\n`);
        } else git(cwd, ['config', key, value ?? '']);
      }
      const path = 'a.txt';
      const before = stateOf(ours);
      // As the page does after each change.
      const change = async (wanted: Wanted) => (await opened('unstaged')).change(wanted);
      const hunk = [lines('old', 1, 7), lines('new', 1, 7)];
      const staged = await change({ action: 'stage', path, lines: hunk });
      git(
        theirs,
        ['apply', '--cached', '--recount'],
        onlyLines(patchOf(path, 'stage'), hunk, false),
      );
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      const one = [lines('old', 22), lines('new', 22)];
      const discarded = await change({ action: 'discard', path, lines: one });
      const patch = onlyLines(patchOf(path, 'discard'), one, true);
      git(theirs, ['apply', '--reverse', '--recount'], patch);
      // Git gives all lines the ends that the setting has, where only one was to be discarded.
      expect(withoutReturns(stateOf(ours))).toEqual(withoutReturns(stateOf(theirs)));
      const all = await change({ action: 'discard', path });
      git(theirs, ['checkout', '-q', '--', path]);
      expect(stateOf(ours)).toEqual(stateOf(theirs));
      const { undo } = await opened('unstaged');
      for (const { id } of [all, discarded, staged]) await undo(id);
      expect(stateOf(ours)).toEqual(before);
    },
  );
});

/** Requests that are refused, and what was done after the review was opened. */
const refusals: readonly [string, Wanted, object, (() => void)?][] = [
  [
    'a file that needs a filter',
    { action: 'stage', path: 'run.sh' },
    { code: 'change_refused', message: expect.stringMatching(/filter "lfs"/u) as unknown },
  ],
  [
    'a discard that needs a filter',
    { action: 'discard', path: 'run.sh' },
    { code: 'change_refused', message: expect.stringMatching(/filter "lfs"/u) as unknown },
  ],
  [
    'lines of a binary file',
    { action: 'stage', path: 'data.bin', lines: [lines('new', 1)] },
    { code: 'change_refused', message: expect.stringMatching(/whole file/u) as unknown },
  ],
  [
    'a line that would run into another',
    { action: 'stage', path: 'tail.txt', lines: [lines('new', 2, 3)] },
    { code: 'change_refused', message: expect.stringMatching(/line break/u) as unknown },
  ],
  [
    'lines without a change',
    { action: 'stage', path: 'a.txt', lines: [lines('new', 1, 2)] },
    { code: 'change_refused', message: expect.stringMatching(/Nothing of this/u) as unknown },
  ],
  [
    'what cannot be unstaged',
    { action: 'unstage', path: 'a.txt' },
    { code: 'change_refused', message: expect.stringMatching(/Compare the/u) as unknown },
  ],
  [
    'a locked index',
    { action: 'stage', path: 'a.txt' },
    { code: 'repository_locked' },
    () => writeFileSync(join(ours, '.git/index.lock'), ''),
  ],
  [
    'a file that has changed since',
    { action: 'discard', path: 'a.txt' },
    { code: 'content_changed' },
    () => writeFileSync(join(ours, 'a.txt'), 'other\n'),
  ],
  [
    'lines against another index',
    { action: 'stage', path: 'crlf.txt', lines: [lines('new', 5)] },
    { code: 'content_changed' },
    () => git(ours, ['add', 'crlf.txt']),
  ],
  [
    'a file whose folder became a link',
    { action: 'discard', path: odd },
    { code: 'content_changed' },
    () => {
      renameSync(join(ours, 'dir'), join(ours, '..', 'elsewhere'));
      symlinkSync('../elsewhere', join(ours, 'dir'));
    },
  ],
  [
    'a renamed file whose old name is taken',
    { action: 'discard', path: 'new.txt' },
    { code: 'content_changed' },
    () => writeFileSync(join(ours, 'old.txt'), 'other\n'),
  ],
];

describe('a refusal', () => {
  it('is the answer to what cannot be done exactly; nothing is changed', async () => {
    writeFileSync(join(ours, '.gitattributes'), '*.sh filter=lfs\n');
    const { apply, change } = await opened('unstaged');
    const suggested = { path: 'run.sh', first: 2, last: 2, suggestedCode: 'echo 3' };
    expect(await apply([{ ...suggested, originalCode: 'echo 2' }])).toEqual({
      changes: [],
      refused: [
        { index: 0, reason: expect.stringMatching(/needs the git filter "lfs"/u) as unknown },
      ],
    });
    for (const [what, wanted, error, meanwhile] of refusals) {
      meanwhile?.();
      const before = stateOf(ours);
      await expect(change(wanted), what).rejects.toMatchObject(error);
      expect(stateOf(ours), what).toEqual(before);
      expect(readdirSync(kept()), what).toEqual([]);
      rmSync(join(ours, '.git/index.lock'), { force: true });
    }
  });

  it('is the answer to an undo over something else; what was discarded stays kept', async () => {
    const { change, undo } = await opened('unstaged');
    const { id } = await change({ action: 'discard', path: 'a.txt' });
    writeFileSync(join(ours, 'a.txt'), 'other\n');
    await expect(undo(id)).rejects.toMatchObject({
      code: 'content_changed',
      message: 'a.txt has changed since. Take back what has changed in it, then undo.',
    });
    expect(readFileSync(join(ours, 'a.txt'), 'utf8')).toBe('other\n');
    git(ours, ['checkout', '-q', '--', 'a.txt']);
    await undo(id);
    expect(readFileSync(join(ours, 'a.txt'))).toEqual(readFileSync(join(theirs, 'a.txt')));
  });

  it('says what to do where a discarded file exists again', async () => {
    writeFileSync(join(ours, 'fresh.txt'), 'mine\n');
    const { change, undo } = await opened('uncommitted');
    const { id } = await change({ action: 'discard', path: 'fresh.txt' });
    writeFileSync(join(ours, 'fresh.txt'), 'other\n');
    await expect(undo(id)).rejects.toMatchObject({
      code: 'content_changed',
      message: 'There is a file fresh.txt again. Move it away, then undo.',
    });
    rmSync(join(ours, 'fresh.txt'));
    await undo(id);
    expect(readFileSync(join(ours, 'fresh.txt'), 'utf8')).toBe('mine\n');
  });
});

describe('suggestions', () => {
  const suggestion = (
    path: string,
    [first, last]: [number, number],
    code: [string | undefined, string],
  ) => ({
    path,
    first,
    last,
    ...(code[0] === undefined ? {} : { originalCode: code[0] }),
    suggestedCode: code[1],
  });

  it('are applied where their code still stands, with the line ends of the file, and undone', async () => {
    const before = stateOf(ours);
    const { apply, undo, list } = await opened('staged');
    const { changes, refused } = await apply([
      suggestion('crlf.txt', [2, 3], ['line 2\nline 3\n', 'two\nand a half\nthree']),
      suggestion('crlf.txt', [5, 5], ['five', 'fifth']),
      suggestion('crlf.txt', [3, 4], ['line 3\nline 4', 'x']),
      suggestion('crlf.txt', [7, 7], ['line 8', 'x']),
      suggestion('tail.txt', [3, 3], ['three', 'four']),
      suggestion('a.txt', [1, 2], ['line 1\nline 2', '']),
      // It is not shown, so nobody knows what it should replace.
      suggestion('run.sh', [1, 1], [undefined, 'x']),
      suggestion('nothing.txt', [1, 1], ['one', 'x']),
      suggestion('.git/config', [1, 1], ['[core]', 'x']),
      suggestion('link', [1, 1], ['#!/bin/sh', 'x']),
      suggestion('../outside.txt', [1, 1], ['one', 'x']),
    ]);
    expect(refused.map(({ index }) => index)).toEqual([2, 3, 6, 7, 8, 9, 10]);
    const read = (path: string) => readFileSync(join(ours, path), 'utf8');
    expect(read('crlf.txt')).toBe(
      text(
        ['line 1', 'two', 'and a half', 'three', 'line 4', 'fifth', ...numbered(9).slice(5)],
        '\r\n',
      ),
    );
    expect(read('tail.txt')).toBe('one\ntwo\nfour');
    expect(read('a.txt')).toBe(
      readFileSync(join(theirs, 'a.txt'), 'utf8').replace('line 1\nline 2\n', ''),
    );
    expect(await list()).toHaveLength(3);
    for (const { id } of changes) await undo(id);
    expect(stateOf(ours)).toEqual(before);
  });

  it('need no original code where the file is as it is shown', async () => {
    const { apply } = await opened('unstaged');
    const wanted = suggestion('run.sh', [2, 2], [undefined, 'echo 3']);
    expect(await apply([wanted])).toMatchObject({ refused: [] });
    expect(readFileSync(join(ours, 'run.sh'), 'utf8')).toBe('#!/bin/sh\necho 3\n');
    // Now it is not.
    expect(await apply([wanted])).toMatchObject({ changes: [], refused: [{ index: 0 }] });
  });
});

it('runs no program of the repository, which git itself would run', async () => {
  // What has a filter is refused.
  const traps = plantTraps(ours, '*.sh');
  const path = 'a.txt';
  const { change, undo } = await opened('uncommitted');
  await change({ action: 'stage', path, lines: [lines('new', 3)] });
  await change({ action: 'unstage', path });
  const { id } = await change({ action: 'discard', path });
  await undo(id);
  expect(traps.sprung()).toEqual([]);
  expect(traps.inPlainGit()).toEqual(traps.names);
});
