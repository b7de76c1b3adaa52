import { expect, it } from 'vitest';
import {
  initialViewed,
  reduceViewed,
  viewedFiles,
} from '../../../../web/review/store/viewed-slice.ts';
import { changedFile } from '../features/changes/changed-file.ts';

it('a viewed mark belongs to a change: the same file with another change has none', () => {
  const viewed = reduceViewed(initialViewed, {
    type: 'viewed/changed',
    digests: ['d1'],
    isViewed: true,
  });
  const files = [
    changedFile({ id: '0', digest: 'd1' }),
    changedFile({ id: '1', digest: 'd2' }),
    changedFile({ id: '2' }),
  ];
  expect([...viewedFiles(files, viewed)]).toEqual(['0']);
  const back = reduceViewed(viewed, { type: 'viewed/changed', digests: ['d1'], isViewed: false });
  expect(viewedFiles(files, back).size).toBe(0);
});

it('the state stays the same object if nothing changes', () => {
  const action = { type: 'viewed/changed', digests: ['d1'], isViewed: false } as const;
  expect(reduceViewed(initialViewed, action)).toBe(initialViewed);
});
