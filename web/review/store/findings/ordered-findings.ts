import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import { loadedBlocks, type ContentSlice } from '../content-slice.ts';
import { writtenComments } from '../comments/written-comments.ts';
import type { State } from '../state.ts';
import { filterFindings } from './filter-findings.ts';
import { sortByPlace } from './finding-order.ts';
import { findingRows, findingsOfRows, type FindingRow } from './finding-rows.ts';

type AnnotationsById = State['annotations']['byId'];

type Ids = State['annotations']['dismissedIds'];

/** Existing findings that are dismissed. */
export const dismissedFindings = ({ annotations }: State): readonly Annotation[] =>
  dismissedOf(annotations.all, annotations.dismissedIds, annotations.adoptedIds);

const dismissedOf = memoizeLast((all: AnnotationsById, dismissedIds: Ids, adoptedIds: Ids) =>
  dismissedIds.size === 0
    ? []
    : [...all.values()].filter(({ id }) => dismissedIds.has(id) && !adoptedIds.has(id)),
);
const valuesOf = memoizeLast((byId: AnnotationsById) => [...byId.values()]);

/** The open findings, or the dismissed ones if the panel shows these; in order of arrival. */
export const viewedFindings = (state: State): readonly Annotation[] =>
  state.panel.findings.isDismissed ? dismissedFindings(state) : valuesOf(state.annotations.byId);

const byPlaceIn = <Item extends Annotation | Comment>(
  items: readonly Item[],
  content: ContentSlice,
): Item[] =>
  sortByPlace(items, { blocks: loadedBlocks(content), files: content.diff?.files ?? [] });

const sorted = memoizeLast(byPlaceIn<Annotation>);
const filtered = memoizeLast(filterFindings);
const rowsOf = memoizeLast(findingRows);

/** Filtered findings by place; memoized. */
export const listedFindings = (state: State): readonly Annotation[] =>
  filtered(sorted(viewedFindings(state), state.content), state.panel.findings);

/** The rows of the panel. */
export const listedRows = (state: State): readonly FindingRow[] =>
  rowsOf(listedFindings(state), state.panel.findings);

const inRows = memoizeLast(findingsOfRows);

/** The findings in the panel's order. */
export const orderedFindings = (state: State): readonly Annotation[] => inRows(listedRows(state));

const allComments = memoizeLast((comments: State['comments'], written: readonly Comment[]) => [
  ...comments,
  ...written,
]);
const annotationsOf = memoizeLast(
  (findings: readonly Annotation[], comments: readonly Comment[], content: ContentSlice) =>
    byPlaceIn([...findings, ...comments], content),
);

/**
 * The panel's findings and the comments, by place, also those that are not added yet; without comments, in the panel's
 * order.
 */
export const orderedAnnotations = (state: State): readonly (Annotation | Comment)[] => {
  const findings = orderedFindings(state);
  const comments = allComments(state.comments, writtenComments(state));
  return comments.length === 0 ? findings : annotationsOf(findings, comments, state.content);
};
