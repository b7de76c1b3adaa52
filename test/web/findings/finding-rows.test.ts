import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { filterFindings } from '../../../web/review/findings/filter-findings.ts';
import { findingRows, type FindingRow } from '../../../web/review/findings/finding-rows.ts';
import { allFindings, type FindingsView } from '../../../web/review/store/panel-slice.ts';

const at = (id: string, parts: object) =>
  ({
    id,
    scope: 'line',
    source: 'lint',
    type: 'comment',
    placement: 'in-diff',
    ...parts,
  }) as Annotation;

const review = [
  at('whole', { scope: 'general', placement: 'general', source: 'scan' }),
  at('b1', { filePath: 'b.ts', text: 'Unused variable', author: 'Rule 7' }),
  at('b9', { filePath: 'b.ts', type: 'concern', source: 'scan', text: 'Unsafe' }),
  at('b-out', { filePath: 'b.ts', placement: 'outside-diff', text: 'unused IMPORT' }),
  at('gone', { filePath: 'z.ts', placement: 'unknown-file', source: 'scan' }),
];

const shown = (row: FindingRow): string => {
  if (row.type === 'side') return `== ${row.side} ${row.count}`;
  if (row.type === 'group') return `${row.isFolded ? '+' : '-'} ${row.name} ${row.count}`;
  return row.finding.id;
};
const rows = (findings: readonly Annotation[], view: Partial<FindingsView> = {}) =>
  findingRows(findings, { ...allFindings, ...view }).map(shown);

describe('the rows of the findings', () => {
  it.each([
    {
      group: 'place',
      expected: [
        '== inside 3',
        '-  1',
        'whole',
        '- b.ts 2',
        'b1',
        'b9',
        '== outside 2',
        '- b.ts 1',
        'b-out',
        '- z.ts 1',
        'gone',
      ],
    },
    {
      group: 'source',
      expected: [
        '== inside 3',
        '- lint 1',
        'b1',
        '- scan 2',
        'whole',
        'b9',
        '== outside 2',
        '- lint 1',
        'b-out',
        '- scan 1',
        'gone',
      ],
    },
    {
      group: 'kind',
      expected: [
        '== inside 3',
        '- concern 1',
        'b9',
        '- comment 2',
        'whole',
        'b1',
        '== outside 2',
        '- comment 2',
        'b-out',
        'gone',
      ],
    },
  ] as const)('by $group have those outside last, with their number', ({ group, expected }) => {
    expect(rows(review, { group })).toEqual(expected);
  });

  it('fold a group and keep its number', () => {
    const folded = new Set(['group:inside:b.ts']);
    expect(rows(review.slice(0, 3), { folded })).toEqual(['-  1', 'whole', '+ b.ts 2']);
  });

  it('of a text have no groups by place', () => {
    const text = [
      { id: 'a', type: 'COMMENT', placement: 'exact', source: 's' },
      { id: 'b', type: 'DELETION', placement: 'unplaced', source: 's' },
    ] as Annotation[];
    expect(rows(text)).toEqual(['== inside 1', 'a', '== outside 1', 'b']);
    expect(rows(text, { group: 'kind' })).toContain('- deletion 1');
  });
});

describe('a filter of the findings', () => {
  it.each([
    { asked: {}, expected: ['whole', 'b1', 'b9', 'b-out', 'gone'] },
    { asked: { source: 'scan' }, expected: ['whole', 'b9', 'gone'] },
    { asked: { kind: 'concern' }, expected: ['b9'] },
    { asked: { side: 'outside' }, expected: ['b-out', 'gone'] },
    { asked: { query: 'UNUSED' }, expected: ['b1', 'b-out'] },
    { asked: { query: ' unused  b.ts rule' }, expected: ['b1'] },
    { asked: { query: 'unused', side: 'outside' }, expected: ['b-out'] },
    { asked: { query: 'nothing like it' }, expected: [] },
  ] as const)('$asked keeps $expected', ({ asked, expected }) => {
    const found = filterFindings(review, { ...allFindings, ...asked });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});
