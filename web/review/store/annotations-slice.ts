import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import type { AnnotationEvent } from '../../../shared/annotations/events.ts';

export interface AnnotationsSlice {
  /** The server's counter; -1 until the first snapshot. */
  readonly version: number;
  /** All findings, in order of arrival, with the lines where they are shown. */
  readonly all: ReadonlyMap<string, Annotation>;
  /** Dismissed ids; may include findings that are gone or have not arrived. */
  readonly dismissedIds: ReadonlySet<string>;
  /** Findings that were accepted as comments. */
  readonly adoptedIds: ReadonlySet<string>;
  /** Open findings: neither dismissed nor accepted. */
  readonly byId: ReadonlyMap<string, Annotation>;
  /** Open findings by block of the document. Arrays keep their identity while nothing in the block changes. */
  readonly byBlock: ReadonlyMap<string, readonly DocumentAnnotation[]>;
  /** Findings added by the last events; empty after a snapshot. */
  readonly arrived: readonly Annotation[];
}

export type AnnotationsAction =
  | { readonly type: 'annotations/events'; readonly events: readonly AnnotationEvent[] }
  | { readonly type: 'annotations/dismissed'; readonly ids: Iterable<string> }
  | { readonly type: 'annotations/restored'; readonly ids: Iterable<string> }
  | { readonly type: 'annotations/dismissalsReplaced'; readonly ids: ReadonlySet<string> };

export const initialAnnotations: AnnotationsSlice = {
  version: -1,
  all: new Map(),
  dismissedIds: new Set(),
  adoptedIds: new Set(),
  byId: new Map(),
  byBlock: new Map(),
  arrived: [],
};

export const reduceAnnotations = (
  slice: AnnotationsSlice,
  action: AnnotationsAction,
): AnnotationsSlice => {
  switch (action.type) {
    case 'annotations/events':
      return follow(slice, action.events);
    case 'annotations/dismissed':
      return withDismissed(slice, new Set([...slice.dismissedIds, ...action.ids]));
    case 'annotations/restored': {
      const dismissedIds = new Set(slice.dismissedIds);
      for (const id of action.ids) dismissedIds.delete(id);
      return withDismissed(slice, dismissedIds);
    }
    case 'annotations/dismissalsReplaced':
      return withDismissed(slice, action.ids);
  }
};

/** Applies stream events: a snapshot replaces everything, outdated versions are ignored. */
const follow = (slice: AnnotationsSlice, events: readonly AnnotationEvent[]): AnnotationsSlice => {
  let { version } = slice;
  const all = new Map(slice.all);
  const arrived: Annotation[] = [];
  let isChanged = false;
  for (const event of events) {
    if (event.type !== 'snapshot' && event.version <= version) continue;
    version = event.version;
    isChanged = true;
    apply(all, event);
    if (event.type === 'add') arrived.push(...event.annotations);
  }
  return isChanged ? standing({ ...slice, version, all, arrived }) : slice;
};

const apply = (all: Map<string, Annotation>, event: AnnotationEvent): void => {
  switch (event.type) {
    case 'snapshot':
      all.clear();
      for (const item of event.annotations) all.set(item.id, whereShown(item));
      return;
    case 'add':
      for (const item of event.annotations) all.set(item.id, whereShown(item));
      return;
    case 'update':
      all.set(event.annotation.id, whereShown(event.annotation));
      return;
    case 'remove':
      for (const id of event.ids) all.delete(id);
      return;
    case 'clear':
      for (const [id, item] of all)
        if (event.source === undefined || item.source === event.source) all.delete(id);
  }
};

/** With the lines of what is compared now, in place of those that the tool sent. */
const whereShown = (finding: Annotation): Annotation => {
  if (!('scope' in finding) || finding.shownAt === undefined) return finding;
  const { lineStart, lineEnd } = finding.shownAt;
  return { ...finding, lineStart, lineEnd };
};

const withDismissed = (
  slice: AnnotationsSlice,
  dismissedIds: ReadonlySet<string>,
): AnnotationsSlice =>
  isSameSet(slice.dismissedIds, dismissedIds)
    ? slice
    : standing({ ...slice, dismissedIds, arrived: [] });

/** Hides accepted findings, until their comment is removed. */
export const withoutAdopted = (
  slice: AnnotationsSlice,
  comments: readonly Comment[],
): AnnotationsSlice => {
  const adoptedIds = new Set(comments.flatMap(({ madeOf = [] }) => madeOf));
  return isSameSet(slice.adoptedIds, adoptedIds)
    ? slice
    : standing({ ...slice, adoptedIds, arrived: [] });
};

/** Recomputes the derived fields. */
const standing = (slice: AnnotationsSlice): AnnotationsSlice => {
  const { all, dismissedIds, adoptedIds } = slice;
  const byId =
    dismissedIds.size + adoptedIds.size === 0
      ? all
      : new Map([...all].filter(([id]) => !dismissedIds.has(id) && !adoptedIds.has(id)));
  return { ...slice, byId, byBlock: regroup(slice.byBlock, byId) };
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

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));
