import { describe, expect, it } from 'vitest';
import type { NamedScope } from '../../../../../shared/session/scope.ts';
import type { SelectedLines } from '../../../../../shared/session/staging.ts';
import type { StagingAction } from '../../../../../shared/session/staging-action.ts';
import { git, lines, odd, onlyLines, opened, ours, patchOf, stateOf, theirs } from './copies.ts';

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
