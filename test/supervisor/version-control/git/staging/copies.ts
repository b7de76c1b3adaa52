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
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { NamedScope } from '../../../../../shared/session/scope.ts';
import type {
  Applied,
  ProjectChange,
  ProjectChanges,
  ProjectRequest,
  SelectedLines,
  Suggestion,
} from '../../../../../shared/session/staging.ts';
import type { StagingAction } from '../../../../../shared/session/staging-action.ts';
import { writeProject } from '../../../../../supervisor/threads/tasks/write-project.ts';
import { findChange } from '../../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
/** `line 1` and so on. */
export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`);
/** A file of lines. */
export const text = (lines: readonly string[], end = '\n') =>
  lines.map((line) => `${line}${end}`).join('');

let template: Repository;
let folder: ReturnType<typeof temporaryFolder>;
/** Changed by Galley. */
export let ours: string;
/** Changed by git itself. */
export let theirs: string;

/** A name that git quotes. */
export const odd = 'dir/a "b"\n c.txt';

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

/** Takes other repositories in place of the copies. */
export const changeCopies = (make: (copy: string) => string): void => {
  [ours, theirs] = [make(ours), make(theirs)];
};

/** Runs git; input and output are bytes. */
export const git = (cwd: string, args: readonly string[], input?: string): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'latin1',
    ...(input === undefined ? {} : { input: Buffer.from(input, 'latin1') }),
    stdio: 'pipe',
  });

/** The index, and all files with their modes. */
export const stateOf = (path: string) => ({
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
/** Where what undoes a change is kept. */
export const kept = () => join(folder.path, 'kept');

/** What to do with a file. */
export interface Wanted {
  readonly action: StagingAction;
  readonly path: string;
  readonly lines?: readonly SelectedLines[];
}

/** Opens a scope of our repository. */
export const opened = async (scope: NamedScope) => {
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
export const onlyLines = (
  patch: string,
  lines: readonly SelectedLines[],
  isReverse: boolean,
): string => {
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

/** Selected lines. */
export const lines = (side: 'old' | 'new', first: number, last = first): SelectedLines => ({
  side,
  first,
  last,
});

/** What git says has changed, of which a part is applied. */
export const patchOf = (path: string, action: StagingAction): string => {
  const isUntracked = git(theirs, ['ls-files', '--', path]) === '';
  if (isUntracked) git(theirs, ['add', '--intent-to-add', path]);
  const index = action === 'unstage' ? ['--cached'] : [];
  const patch = git(theirs, ['diff', '--no-color', '--full-index', ...index, '--', path]);
  if (isUntracked) git(theirs, ['rm', '-q', '--cached', path]);
  return patch;
};
