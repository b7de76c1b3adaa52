import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changeCopies,
  git,
  lines,
  numbered,
  onlyLines,
  opened,
  ours,
  patchOf,
  stateOf,
  text,
  theirs,
  type Wanted,
} from './copies.ts';

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
      changeCopies((copy) => {
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
      });
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
