import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NamedScope } from '../../../../../shared/session/scope.ts';
import type { StagingAction } from '../../../../../shared/session/staging-action.ts';
import { git, numbered, odd, opened, ours, stateOf, text, theirs } from './copies.ts';

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
