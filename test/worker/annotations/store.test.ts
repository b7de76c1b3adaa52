import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import { AnnotationStore } from '../../../worker/annotations/store.ts';
import { bytesOf } from '../../../worker/annotations/written-bytes.ts';

const record = (fields: Partial<DocumentAnnotation> = {}): DocumentAnnotation => ({
  id: randomUUID(),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  source: 'lint',
  text: 'four',
  type: 'GLOBAL_COMMENT',
  placement: 'document',
  ...fields,
});

describe('the annotation store', () => {
  it('counts a batch as one change and keeps the order of arrival', () => {
    const store = new AnnotationStore();
    const [a, b, c] = [record(), record(), record()];
    expect(store.add([a, b])).toEqual({ type: 'add', version: 1, annotations: [a, b] });
    expect(store.add([c])).toMatchObject({ version: 2 });
    expect(store.all()).toEqual([a, b, c]);
  });

  it('keeps the position of a replaced record', () => {
    const store = new AnnotationStore();
    const [a, b] = [record(), record()];
    store.add([a, b]);
    const changed = { ...a, text: 'changed' };
    expect(store.replace(changed)).toEqual({ type: 'update', version: 2, annotation: changed });
    expect(store.all()).toEqual([changed, b]);
  });

  it('removes by id, by source or all, and counts only effective changes', () => {
    const store = new AnnotationStore();
    const [a, b, c] = [record(), record({ source: 'other' }), record()];
    store.add([a, b, c]);
    expect(store.remove(a.id)).toEqual({
      removed: 1,
      event: { type: 'remove', version: 2, ids: [a.id] },
    });
    expect(store.remove(a.id)).toEqual({ removed: 0 });
    expect(store.clear('nobody')).toEqual({ removed: 0 });
    expect(store.clear('other')).toEqual({
      removed: 1,
      event: { type: 'clear', version: 3, source: 'other' },
    });
    expect(store.clear()).toEqual({ removed: 1, event: { type: 'clear', version: 4 } });
    expect(store.clear()).toEqual({ removed: 0 });
    expect(store.version).toBe(4);
  });

  it.each([
    ['a', 1],
    ['\u0001', 6],
    ['"', 2],
    ['ä', 2],
    ['\ud800', 6],
    ['😀', 4],
  ])('counts %j by its serialized size', (text, bytes) => {
    const known = record({ source: '', text: '€'.repeat(2000) });
    const more = { ...known, author: text };
    expect(bytesOf(more) - bytesOf(known)).toBe(',"author":""'.length + bytes);
  });

  it('counts a text with a wide character by its size in memory', () => {
    expect(bytesOf(record({ text: `€${'a'.repeat(10_000)}` }))).toBeGreaterThan(20_000);
  });

  it.each(['source', 'author', 'filePath', 'text', 'originalText', 'blockId', 'rule', 'url'])(
    'never underestimates a long %s',
    (field) => {
      const long = record({ [field]: '\u0001'.repeat(2000) });
      expect(new AnnotationStore().hasRoomFor([long], { bytes: bytesOf(long) - 1 })).toBe(false);
    },
  );

  it('tracks the total size through every change', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('\u0001', '"', '\\', '\ud800', 'ä', '€', '😀'),
    );
    const fields = fc.record({ source: text, text, author: text, originalText: text });
    const step = fc.tuple(fc.constantFrom('add', 'replace', 'remove', 'clear'), fields, fc.nat());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fields, (steps, last) => {
        const store = new AnnotationStore();
        // From here on records are measured, no longer estimated.
        expect(store.hasRoomFor([record()], { bytes: 1 })).toBe(false);
        for (const [kind, changed, at] of steps) {
          const all = store.all();
          const one = all[at % Math.max(all.length, 1)];
          if (kind === 'add' || one === undefined) store.add([record(changed)]);
          else if (kind === 'replace') store.replace(record({ ...changed, id: one.id }));
          else if (kind === 'remove') store.remove(one.id);
          else store.clear(one.source);
        }
        const more = record(last);
        const bytes = [...store.all(), more]
          .map((each) => bytesOf(each))
          .reduce((sum, each) => sum + each, 0);
        expect(store.hasRoomFor([more], { bytes })).toBe(true);
        expect(store.hasRoomFor([more], { bytes: bytes - 1 })).toBe(false);
      }),
    );
  });
});
