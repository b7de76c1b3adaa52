import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import type { AnnotationEvent } from '../../../shared/annotations/events.ts';

/** The findings of tools. */
export interface AnnotationsSlice {
  /** The server's counter; -1 until the first snapshot. */
  readonly version: number;
  /** In the order of arrival. */
  readonly byId: ReadonlyMap<string, Annotation>;
  /** Those that stand in a block of the document; an array stays the same while nothing in its block changes. */
  readonly byBlock: ReadonlyMap<string, readonly DocumentAnnotation[]>;
  /** Those that the last event brought; none after a snapshot. */
  readonly arrived: readonly Annotation[];
}

export interface AnnotationsAction {
  readonly type: 'annotations/event';
  readonly event: AnnotationEvent;
}

export const initialAnnotations: AnnotationsSlice = {
  version: -1,
  byId: new Map(),
  byBlock: new Map(),
  arrived: [],
};

/** Follows the stream: a snapshot replaces everything, what is older than what is known changes nothing. */
export const reduceAnnotations = (
  slice: AnnotationsSlice,
  { event }: AnnotationsAction,
): AnnotationsSlice => {
  if (event.type !== 'snapshot' && event.version <= slice.version) return slice;
  const byId = nextById(slice.byId, event);
  return {
    version: event.version,
    byId,
    byBlock: regroup(slice.byBlock, byId),
    arrived: event.type === 'add' ? event.annotations : [],
  };
};

const nextById = (
  byId: ReadonlyMap<string, Annotation>,
  event: AnnotationEvent,
): ReadonlyMap<string, Annotation> => {
  if (event.type === 'snapshot') return new Map(event.annotations.map((item) => [item.id, item]));
  const next = new Map(byId);
  switch (event.type) {
    case 'add':
      for (const item of event.annotations) next.set(item.id, item);
      return next;
    case 'update':
      next.set(event.annotation.id, event.annotation);
      return next;
    case 'remove':
      for (const id of event.ids) next.delete(id);
      return next;
    case 'clear':
      if (event.source === undefined) return new Map();
      for (const [id, item] of byId) if (item.source === event.source) next.delete(id);
      return next;
  }
};

const regroup = (
  before: AnnotationsSlice['byBlock'],
  byId: ReadonlyMap<string, Annotation>,
): AnnotationsSlice['byBlock'] => {
  const groups = new Map<string, DocumentAnnotation[]>();
  for (const item of byId.values()) {
    if ('scope' in item || item.blockId === undefined) continue;
    const group = groups.get(item.blockId);
    if (group === undefined) groups.set(item.blockId, [item]);
    else group.push(item);
  }
  const result = new Map<string, readonly DocumentAnnotation[]>();
  for (const [blockId, group] of groups) {
    const old = before.get(blockId);
    result.set(blockId, old !== undefined && isSame(old, group) ? old : group);
  }
  return result;
};

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
