import { describe, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../../../shared/annotations/document-annotation.ts';
import {
  findingMarks,
  marksAt,
  overlapsOf,
  type BlockMark,
} from '../../../../../web/review/features/document/block-marks.ts';
import { blockWithAnchor } from '../../../../../web/review/features/document/html/block-html.ts';
import {
  matchingEntries,
  outlineEntries,
  groupBySection,
  sectionsOf,
} from '../../../../../web/review/features/document/outline-entries.ts';
import type { Block } from '../../../../../shared/placement/blocks.ts';

const mark = (id: string, start: number, end: number): BlockMark => ({
  id,
  isFinding: false,
  style: 'comment',
  start,
  end,
});

describe('marksAt', () => {
  it('gives the shortest of overlapping marks first', () => {
    const marks = [mark('long', 0, 20), mark('short', 4, 8), mark('elsewhere', 10, 12)];
    expect(marksAt(marks, 5).map(({ id }) => id)).toEqual(['short', 'long']);
    expect(marksAt(marks, 15).map(({ id }) => id)).toEqual(['long']);
    expect(marksAt(marks, 25)).toEqual([]);
  });
});

describe('findingMarks', () => {
  it('marks only findings with a place', () => {
    const finding = { id: '1', type: 'COMMENT' } as DocumentAnnotation;
    const placed = { ...finding, id: '2', type: 'DELETION', startOffset: 1, endOffset: 3 } as const;
    expect(findingMarks([finding, placed])).toEqual([
      { id: '2', isFinding: true, style: 'finding-deletion', start: 1, end: 3 },
    ]);
  });
});

describe('marks that overlap', () => {
  it.each([
    [[], []],
    [
      [
        [0, 5],
        [5, 9],
      ],
      [],
    ],
    [
      [
        [0, 5],
        [3, 9],
      ],
      [[3, 5]],
    ],
    [
      [
        [0, 20],
        [2, 4],
        [6, 8],
      ],
      [
        [2, 4],
        [6, 8],
      ],
    ],
    [
      [
        [0, 20],
        [2, 10],
        [8, 15],
      ],
      [[2, 15]],
    ],
    [
      [
        [4, 6],
        [4, 6],
        [4, 6],
      ],
      [[4, 6]],
    ],
  ])('of %j are detected', (marks, overlaps) => {
    expect(
      overlapsOf(marks.map(([start = 0, end = 0]) => ({ start, end }))).map(({ start, end }) => [
        start,
        end,
      ]),
    ).toEqual(overlaps);
  });
});

describe('the outline', () => {
  const heading = (id: string, level: number, text: string): Block => ({
    id,
    kind: 'heading',
    level,
    startLine: 1,
    endLine: 1,
    html: `<h${level} id="section-${text}" data-line="1">${text}</h${level}>`,
    text,
    marks: [],
  });
  const one = heading('a', 2, 'One');
  const two = heading('b', 4, 'Two');
  const blocks = [one, two, heading('c', 2, ' ')];

  it('measures depth from the highest heading and leaves out empty ones', () => {
    expect(outlineEntries(blocks)).toEqual([
      { blockId: 'a', text: 'One', depth: 0, isFile: false },
      { blockId: 'b', text: 'Two', depth: 2, isFile: false },
    ]);
    expect(outlineEntries([])).toEqual([]);
  });

  it('counts annotations below each heading, up to the next one of any level', () => {
    const part = (id: string, file?: string): Block => ({
      ...heading(id, 1, id),
      kind: 'paragraph',
      ...(file === undefined ? {} : { file }),
    });
    const all = [part('p0'), one, part('p1'), two, part('p2'), part('p3', 'next.md')];
    const sections = sectionsOf(all, outlineEntries(all));
    const on = (...ids: string[]) => ids.map((blockId, id) => ({ id: String(id), blockId }));
    const groups = groupBySection(on('p0', 'a', 'p1', 'p2', 'p3', 'gone'), sections);
    expect([...groups].map(([section, { length }]) => [section, length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(groupBySection([{ id: 'whole' }], sections).size).toBe(0);
  });

  it('of a folder is grouped by file name', () => {
    const file = { ...heading('f', 1, 'a.md'), file: 'a.md', html: '<h1 class="file">a.md</h1>' };
    const entries = outlineEntries([file, heading('a', 2, 'One'), heading('b', 3, 'Two')]);
    expect(entries.map(({ isFile, depth }) => [isFile, depth])).toEqual([
      [true, 0],
      [false, 1],
      [false, 2],
    ]);
  });

  it('is filtered by words, whatever their case and order', () => {
    const entries = outlineEntries([heading('a', 1, 'Part One'), heading('b', 1, 'Part Two')]);
    const found = (filter: string) =>
      matchingEntries(entries, filter).map(({ blockId }) => blockId);
    expect([found(''), found('part'), found('ONE part'), found('three')]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a'],
      [],
    ]);
  });

  it('resolves links', () => {
    expect(blockWithAnchor(blocks, 'section-Two')?.id).toBe('b');
    expect(blockWithAnchor(blocks, 'section-None')).toBeUndefined();
    expect(blockWithAnchor(blocks, '')).toBeUndefined();
  });

  it('resolves footnotes within the file of the link', () => {
    const footnote = (id: string, file?: string) => ({
      ...heading(id, 1, '1'),
      html: '<ol start="1"><li id="footnote-1">1</li></ol>',
      ...(file === undefined ? {} : { file }),
    });
    const blocks = [footnote('a', 'a.md'), footnote('b', 'b.md'), footnote('c')];
    expect(blockWithAnchor(blocks, 'footnote-1', 'b.md')?.id).toBe('b');
    expect(blockWithAnchor(blocks, 'footnote-1')?.id).toBe('c');
  });
});
