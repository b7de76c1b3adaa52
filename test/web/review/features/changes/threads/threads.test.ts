import { describe, expect, test } from 'vitest';
import type { ReviewComment } from '../../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../../shared/annotations/review-annotation.ts';
import { foldThreads } from '../../../../../../web/review/features/changes/threads/fold-threads.ts';
import {
  createFileFinder,
  groupAnnotations,
  isSameAnnotations,
} from '../../../../../../web/review/features/changes/threads/group-annotations.ts';
import { changedFile } from '../changed-file.ts';

const finding = (fields: Partial<ReviewAnnotation>): ReviewAnnotation => ({
  id: crypto.randomUUID(),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  source: 'lint',
  scope: 'line',
  filePath: 'a.ts',
  side: 'new',
  type: 'comment',
  text: 'x',
  placement: 'in-diff',
  ...fields,
});
const comment = (fields: Partial<ReviewComment>): ReviewComment => ({
  id: crypto.randomUUID(),
  scope: 'line',
  kind: 'must',
  text: 'x',
  filePath: 'a.ts',
  ...fields,
});
const none = { editors: [], comments: [], findings: [] };

describe('foldThreads', () => {
  const file = changedFile({
    hunks: [
      [10, 5, 10, 8],
      [40, 3, 43, 3],
    ],
  });

  test('findings on one line make one thread, in the order of arrival', () => {
    const findings = [1, 2, 3].map((number) =>
      finding({ lineStart: 12, lineEnd: 12, text: `${number}` }),
    );
    const threads = foldThreads(file, { ...none, findings });
    expect([...threads.keys()]).toEqual(['new:12']);
    expect(threads.get('new:12')?.findings.map(({ text }) => text)).toEqual(['1', '2', '3']);
  });

  test.each([
    ['the end of its range', { lineStart: 11, lineEnd: 14 }, 'new:14'],
    ['the last shown line of a range that goes on', { lineStart: 16, lineEnd: 30 }, 'new:17'],
    ['the last hunk of a range over two', { lineStart: 16, lineEnd: 44 }, 'new:44'],
    ['its own side', { lineStart: 41, lineEnd: 41, side: 'old' as const }, 'old:41'],
    ['the file where no line is shown', { lineStart: 30, lineEnd: 31 }, 'new:0'],
    ['the file where there is no line', {}, 'new:0'],
  ])('puts a comment below %s', (_, range, key) => {
    const threads = foldThreads(file, { ...none, comments: [comment(range)] });
    expect([...threads.keys()]).toEqual([key]);
  });

  test('puts annotations of a deleted file on the old side', () => {
    const deleted = changedFile({ status: 'deleted', hunks: [[1, 5, 0, 0]] });
    const threads = foldThreads(deleted, { ...none, comments: [comment({ scope: 'file' })] });
    expect([...threads.keys()]).toEqual(['old:0']);
  });
});

describe('groupAnnotations', () => {
  const files = [
    changedFile({ id: '0', path: 'a.ts', hunks: [[1, 5, 1, 5]] }),
    changedFile({ id: '1', path: 'new.ts', oldPath: 'old.ts', status: 'renamed' }),
    changedFile({ id: '2', path: 'a.ts', hunks: [[100, 5, 100, 5]] }),
  ];
  const find = createFileFinder(files);

  test('keeps annotations in the diff, under either name of a renamed file', () => {
    const groups = groupAnnotations(find, {
      ...none,
      findings: [
        finding({ filePath: 'old.ts', scope: 'file' }),
        finding({ placement: 'outside-diff', lineStart: 900, lineEnd: 900 }),
        finding({ placement: 'unknown-file', filePath: 'x.ts' }),
      ],
      comments: [comment({ scope: 'general' })],
    });
    expect([...groups.keys()]).toEqual(['1']);
  });

  test('chooses the file that shows the line if two have the same path', () => {
    expect(find({ filePath: 'a.ts', lineStart: 101, lineEnd: 101 })?.id).toBe('2');
    expect(find({ filePath: 'a.ts', lineStart: 2, lineEnd: 2 })?.id).toBe('0');
    expect(find({ filePath: 'a.ts' })?.id).toBe('0');
  });

  test('changes only the group of the file with a new finding', () => {
    const first = [finding({ lineStart: 1, lineEnd: 1 }), finding({ filePath: 'new.ts' })];
    const before = groupAnnotations(find, { ...none, findings: first });
    const after = groupAnnotations(find, {
      ...none,
      findings: [...first, finding({ lineStart: 2, lineEnd: 2 })],
    });
    expect(isSameAnnotations(before.get('1'), after.get('1'))).toBe(true);
    expect(isSameAnnotations(before.get('0'), after.get('0'))).toBe(false);
    expect(isSameAnnotations(undefined, after.get('0'))).toBe(false);
    expect(isSameAnnotations(undefined, undefined)).toBe(true);
  });
});
