import { describe, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { AnnotationEvent } from '../../../../shared/annotations/events.ts';
import {
  initialAnnotations,
  reduceAnnotations,
  type AnnotationsSlice,
} from '../../../../web/review/store/annotations-slice.ts';

const finding = (id: string, source = 's', blockId?: string): DocumentAnnotation => ({
  id,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  source,
  text: 't',
  type: 'COMMENT',
  placement: blockId === undefined ? 'unplaced' : 'exact',
  ...(blockId === undefined ? {} : { blockId, startOffset: 0, endOffset: 1 }),
});

const after = (...events: AnnotationEvent[]): AnnotationsSlice =>
  events.reduce(
    (slice, event) => reduceAnnotations(slice, { type: 'annotations/events', events: [event] }),
    initialAnnotations,
  );
const ids = ({ byId }: AnnotationsSlice) => [...byId.keys()];
const snapshot = {
  type: 'snapshot',
  version: 3,
  annotations: [finding('a'), finding('b', 'x')],
} as const;
const start: AnnotationEvent = { ...snapshot, annotations: [...snapshot.annotations] };

it('a finding has the lines where it is shown', () => {
  const { blockId: _, ...common } = finding('a');
  const sent: ReviewAnnotation = {
    ...common,
    scope: 'line',
    filePath: 'a.ts',
    lineStart: 30,
    lineEnd: 31,
    side: 'new',
    type: 'comment',
    placement: 'in-diff',
  };
  const moved = { ...sent, shownAt: { lineStart: 35, lineEnd: 36 } };
  const add: AnnotationEvent = { type: 'add', version: 1, annotations: [sent] };
  const move: AnnotationEvent = { type: 'snapshot', version: 2, annotations: [moved] };
  const back: AnnotationEvent = { type: 'update', version: 3, annotation: sent };
  const linesAfter = (...events: AnnotationEvent[]) => after(...events).byId.get('a');
  expect(linesAfter(add)).toBe(sent);
  expect(linesAfter(add, move)).toMatchObject({ lineStart: 35, lineEnd: 36 });
  expect(linesAfter(add, move, back)).toBe(sent);
});

describe('the findings', () => {
  it.each<{ name: string; events: AnnotationEvent[]; expected: string[] }>([
    { name: 'a snapshot', events: [], expected: ['a', 'b'] },
    {
      name: 'an addition',
      events: [{ type: 'add', version: 4, annotations: [finding('c')] }],
      expected: ['a', 'b', 'c'],
    },
    { name: 'a removal', events: [{ type: 'remove', version: 4, ids: ['a'] }], expected: ['b'] },
    { name: 'a clearing', events: [{ type: 'clear', version: 4 }], expected: [] },
    {
      name: 'a clearing of one source',
      events: [{ type: 'clear', version: 4, source: 'x' }],
      expected: ['a'],
    },
    {
      name: 'what is older than the snapshot',
      events: [{ type: 'remove', version: 3, ids: ['a'] }],
      expected: ['a', 'b'],
    },
    {
      name: 'a snapshot of a lower version, after a break',
      events: [{ type: 'snapshot', version: 1, annotations: [finding('z')] }],
      expected: ['z'],
    },
  ])('follow $name', ({ events, expected }) => {
    expect(ids(after(start, ...events))).toEqual(expected);
  });

  it('keep their position when they change', () => {
    const changed = { ...finding('a'), text: 'new' };
    const slice = after(start, { type: 'update', version: 4, annotation: changed });
    expect(ids(slice)).toEqual(['a', 'b']);
    expect(slice.byId.get('a')).toBe(changed);
  });

  it('keep the arrays of other blocks, so that only one block renders again', () => {
    const before = after({
      type: 'snapshot',
      version: 1,
      annotations: [finding('a', 's', 'one'), finding('b', 's', 'two')],
    });
    const next = reduceAnnotations(before, {
      type: 'annotations/events',
      events: [
        { type: 'add', version: 2, annotations: [finding('c', 's', 'two')] },
        { type: 'add', version: 3, annotations: [finding('d')] },
      ],
    });
    expect(next.byBlock.get('one')).toBe(before.byBlock.get('one'));
    expect(next.byBlock.get('two')?.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(next.arrived.map(({ id }) => id)).toEqual(['c', 'd']);
  });

  it('stay hidden once dismissed, whatever the stream sends, until they are restored', () => {
    let slice = reduceAnnotations(after(start), { type: 'annotations/dismissed', ids: ['a', 'c'] });
    expect(ids(slice)).toEqual(['b']);
    expect([...slice.all.keys()]).toEqual(['a', 'b']);
    const added: AnnotationEvent = {
      type: 'add',
      version: 4,
      annotations: [finding('c', 's', 'one')],
    };
    slice = reduceAnnotations(slice, { type: 'annotations/events', events: [added] });
    expect(ids(slice)).toEqual(['b']);
    expect(slice.byBlock.has('one')).toBe(false);
    slice = reduceAnnotations(slice, { type: 'annotations/restored', ids: ['c'] });
    expect(ids(slice)).toEqual(['b', 'c']);
    expect(slice.byBlock.has('one')).toBe(true);
    expect(reduceAnnotations(slice, { type: 'annotations/restored', ids: ['c'] })).toBe(slice);
  });
});
