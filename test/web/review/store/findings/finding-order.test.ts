import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import {
  countSources,
  sortByPlace,
} from '../../../../../web/review/store/findings/finding-order.ts';

const ids = (findings: readonly Annotation[]) => findings.map(({ id }) => id);

describe('sortByPlace', () => {
  it('orders a document from top to bottom, general findings first, unplaced ones last', () => {
    const blocks = [{ id: 'one' }, { id: 'two' }] as Block[];
    const findings = [
      { id: 'lost', placement: 'unplaced', type: 'COMMENT' },
      { id: 'two', placement: 'exact', type: 'COMMENT', blockId: 'two', startOffset: 0 },
      { id: 'one-late', placement: 'exact', type: 'COMMENT', blockId: 'one', startOffset: 9 },
      { id: 'one-early', placement: 'exact', type: 'COMMENT', blockId: 'one', startOffset: 1 },
      { id: 'whole', placement: 'document', type: 'GLOBAL_COMMENT' },
    ] as Annotation[];
    expect(ids(sortByPlace(findings, { blocks, files: [] }))).toEqual([
      'whole',
      'one-early',
      'one-late',
      'two',
      'lost',
    ]);
  });

  it('sorts comments among the findings', () => {
    const files = [{ path: 'a.ts' }, { path: 'b.ts' }] as ChangedFile[];
    const annotations = [
      { id: 'finding', scope: 'line', placement: 'in-diff', filePath: 'b.ts', lineStart: 3 },
      { id: 'comment', scope: 'line', filePath: 'b.ts', lineStart: 2 },
      { id: 'on the file', scope: 'file', filePath: 'a.ts' },
      { id: 'on the whole', scope: 'general' },
    ] as (Annotation | Comment)[];
    expect(sortByPlace(annotations, { blocks: [], files }).map(({ id }) => id)).toEqual([
      'on the whole',
      'on the file',
      'comment',
      'finding',
    ]);
  });

  it('orders a change by file, and keeps the order of arrival on a line', () => {
    const files = [{ path: 'b.ts' }, { path: 'a.ts' }] as ChangedFile[];
    const at = (id: string, filePath: string, lineStart: number) =>
      ({ id, scope: 'line', placement: 'in-diff', filePath, lineStart }) as Annotation;
    const findings = [
      at('unknown', 'z.ts', 1),
      at('a', 'a.ts', 1),
      at('b-first', 'b.ts', 7),
      at('b-second', 'b.ts', 7),
      at('b-up', 'b.ts', 2),
      { id: 'general', scope: 'general', placement: 'general' } as Annotation,
    ];
    expect(ids(sortByPlace(findings, { blocks: [], files }))).toEqual([
      'general',
      'b-up',
      'b-first',
      'b-second',
      'a',
      'unknown',
    ]);
  });
});

describe('countSources', () => {
  it('counts findings by source', () => {
    const findings = [{ source: 'b' }, { source: 'a' }, { source: 'b' }] as Annotation[];
    expect([...countSources(findings)]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});
