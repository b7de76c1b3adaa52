import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../../shared/annotations/annotation.ts';
import { filterFindings } from '../../../../../web/review/store/findings/filter-findings.ts';
import {
  findingRows,
  findingsOfRows,
  type FindingRow,
} from '../../../../../web/review/store/findings/finding-rows.ts';
import { allFindings, type FindingsView } from '../../../../../web/review/store/panel-slice.ts';

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
  at('b9', {
    filePath: 'b.ts',
    type: 'concern',
    source: 'scan',
    text: 'Unsafe',
    severity: 'error',
    rule: 'unsafe',
  }),
  at('b-out', { filePath: 'b.ts', placement: 'outside-diff', text: 'unused IMPORT' }),
  at('gone', { filePath: 'z.ts', placement: 'unknown-file', source: 'scan' }),
];

const shown = (row: FindingRow): string => {
  if (row.type === 'side') return `== ${row.side} ${row.count}`;
  if (row.type === 'group')
    return `${row.isFolded ? '+' : '-'} ${row.name ?? 'several'} ${row.findings.length}`;
  if (row.type === 'message') return `${row.findings[0]?.text} × ${row.findings.length}`;
  return `${row.isPlace ? '  ' : ''}${row.finding.id}`;
};
const rows = (findings: readonly Annotation[], view: Partial<FindingsView> = {}) =>
  findingRows(findings, { ...allFindings, ...view }).map(shown);

describe('the rows of the findings', () => {
  it.each([
    {
      group: 'place',
      expected: [
        '== whole 1',
        'whole',
        '== inside 2',
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
        '== whole 1',
        '- scan 1',
        'whole',
        '== inside 2',
        '- lint 1',
        'b1',
        '- scan 1',
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
        '== whole 1',
        '- comment 1',
        'whole',
        '== inside 2',
        '- concern 1',
        'b9',
        '- comment 1',
        'b1',
        '== outside 2',
        '- comment 2',
        'b-out',
        'gone',
      ],
    },
  ] as const)(
    'by $group have general findings first and those outside last, with their count',
    ({ group, expected }) => {
      expect(rows(review, { group })).toEqual(expected);
    },
  );

  it('collapse a group and keep its count', () => {
    const folded = new Set(['group:inside:b.ts']);
    expect(rows(review.slice(1, 3), { folded })).toEqual(['+ b.ts 2']);
  });

  it('of a document are grouped as general, inside and outside', () => {
    const text = [
      { id: 'w', type: 'GLOBAL_COMMENT', placement: 'document', source: 's' },
      { id: 'a', type: 'COMMENT', placement: 'exact', source: 's' },
      { id: 'b', type: 'DELETION', placement: 'unplaced', source: 's' },
    ] as Annotation[];
    expect(rows(text)).toEqual(['== whole 1', 'w', '== inside 1', 'a', '== outside 1', 'b']);
    expect(rows(text, { group: 'kind' })).toContain('- deletion 1');
  });
});

describe('a repeated message', () => {
  const same = (id: string, filePath: string, parts: object = {}) =>
    at(id, { filePath, text: 'No any.', rule: 'no-any', ...parts });
  const findings = [
    same('a1', 'a.ts'),
    same('a2', 'a.ts'),
    at('other', { filePath: 'a.ts', text: 'Else.' }),
    same('rule', 'a.ts', { rule: 'any' }),
    same('source', 'a.ts', { source: 'scan' }),
    at('empty', { filePath: 'a.ts', suggestedCode: '' }),
    at('empty too', { filePath: 'a.ts', suggestedCode: '' }),
  ];

  it('is one row with its places, for the same source, rule and text', () => {
    expect(rows(findings)).toEqual([
      '- a.ts 7',
      'No any. × 2',
      'other',
      'rule',
      'source',
      'empty',
      'empty too',
    ]);
    expect(rows(findings.slice(0, 3), { unfolded: new Set(['a2']) })).toEqual([
      '- a.ts 3',
      'No any. × 2',
      '  a1',
      '  a2',
      'other',
    ]);
  });

  it('has a row per file', () => {
    expect(rows([...findings.slice(0, 3), same('b', 'b.ts')])).toEqual([
      '- several 3',
      'No any. × 3',
      '- a.ts 1',
      'other',
    ]);
  });

  it.each([[new Set<string>()], [new Set(['a1'])]])('is navigated place by place', (unfolded) => {
    const ids = findingsOfRows(findingRows(findings.slice(0, 3), { ...allFindings, unfolded })).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['a1', 'a2', 'other']);
  });
});

describe('a filter', () => {
  it.each([
    { asked: {}, expected: ['whole', 'b1', 'b9', 'b-out', 'gone'] },
    { asked: { source: 'scan' }, expected: ['whole', 'b9', 'gone'] },
    { asked: { kind: 'concern' }, expected: ['b9'] },
    { asked: { severity: 'error' }, expected: ['b9'] },
    { asked: { rule: 'unsafe', severity: 'info' }, expected: [] },
    { asked: { side: 'whole' }, expected: ['whole'] },
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
