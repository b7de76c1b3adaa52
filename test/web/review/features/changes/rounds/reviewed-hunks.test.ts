import { expect, it } from 'vitest';
import type { Hunk } from '../../../../../../shared/placement/manifest.ts';
import type { FileSince } from '../../../../../../shared/session/rounds.ts';
import {
  revertedLines,
  reviewedHunks,
} from '../../../../../../web/review/features/changes/rounds/reviewed-hunks.ts';
import { changedFile } from '../changed-file.ts';

const above: Hunk = [1, 7, 1, 7];
const below: Hunk = [20, 7, 20, 4];
const deleted: Hunk = [1, 5, 0, 0];

it.each<[string, Partial<FileSince>, readonly Hunk[], readonly Hunk[]]>([
  ['are those without a new line', { lines: [[4, 4]] }, [above, below], [below]],
  ['are not those that end with a new deletion', { lines: [[24, 24]] }, [above, below], [above]],
  ['are all if only the mode is new', { lines: [] }, [above, below], [above, below]],
  [
    'are none if something new is not in the diff any more but near',
    { lines: [[1, 1]] },
    [deleted],
    [],
  ],
  ['are none if the lines are not known', {}, [above], []],
  ['are none in a file that is new', { state: 'new' }, [above], []],
  ['are not counted in a file that is folded as a whole', { state: 'same' }, [above], []],
])('reviewed hunks %s', (_, since, hunks, expected) => {
  const file = changedFile({ id: 'f', hunks: [...hunks] });
  const found = reviewedHunks([{ fileId: 'f', state: 'changed', ...since }], [file]);
  expect((found.get('f') ?? []).map(({ hunk }) => hunk)).toEqual(expected);
});

it('lines that have changed and are in no hunk were reverted', () => {
  const file = changedFile({ id: 'f', hunks: [above, below] });
  const since = {
    fileId: 'f',
    lines: [
      [4, 4],
      [15, 16],
      [24, 24],
    ],
  } satisfies Partial<FileSince>;
  expect(revertedLines({ ...since, state: 'changed' }, file)).toEqual([[15, 16]]);
  expect(revertedLines({ ...since, state: 'new' }, file)).toEqual([]);
});
