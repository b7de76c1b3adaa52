import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import { blocksOf } from '../content-slice.ts';
import type { FindingsView } from '../panel-slice.ts';
import type { State } from '../state.ts';
import { filterFindings } from './filter-findings.ts';
import { sortByPlace } from './finding-order.ts';
import { findingRows, findingsOfRows, type FindingRow } from './finding-rows.ts';

type AnnotationsById = State['annotations']['byId'];

type Ids = State['annotations']['dismissedIds'];

/** The findings that the reviewer has dismissed, of those that are there. */
export const dismissedFindings = ({ annotations }: State): readonly Annotation[] =>
  dismissedOf(annotations.all, annotations.dismissedIds, annotations.adoptedIds);

const dismissedOf = memoizeLast((all: AnnotationsById, dismissedIds: Ids, adoptedIds: Ids) =>
  dismissedIds.size === 0
    ? []
    : [...all.values()].filter(({ id }) => dismissedIds.has(id) && !adoptedIds.has(id)),
);
const valuesOf = memoizeLast((byId: AnnotationsById) => [...byId.values()]);

/** The findings that stand, or the dismissed ones, whichever the panel is about; in the order of arrival. */
export const viewedFindings = (state: State): readonly Annotation[] =>
  state.panel.findings.isDismissed ? dismissedFindings(state) : valuesOf(state.annotations.byId);

const sorted = memoizeLast(
  (
    findings: readonly Annotation[],
    document: State['content']['document'],
    diff: State['content']['diff'],
  ) =>
    sortByPlace(findings, {
      blocks: blocksOf({ document }),
      files: diff?.files ?? [],
    }),
);

const filtered = memoizeLast((findings: readonly Annotation[], view: FindingsView) =>
  filterFindings(findings, view),
);

/** The findings that are asked for, by their place; the same array while nothing of it changes. */
export const listedFindings = (state: State): readonly Annotation[] => {
  const { document, diff } = state.content;
  return filtered(sorted(viewedFindings(state), document, diff), state.panel.findings);
};

const rowsOf = memoizeLast(
  (findings: readonly Annotation[], view: FindingsView): readonly FindingRow[] =>
    findingRows(findings, view),
);

/** The rows of the panel's list. */
export const listedRows = (state: State): readonly FindingRow[] =>
  rowsOf(listedFindings(state), state.panel.findings);

const inRows = memoizeLast(findingsOfRows);

/** The findings in the order in which the panel shows them. */
export const orderedFindings = (state: State): readonly Annotation[] => inRows(listedRows(state));

const annotationsOf = memoizeLast(
  (findings: readonly Annotation[], comments: State['comments'], content: State['content']) =>
    sortByPlace([...findings, ...comments], {
      blocks: blocksOf(content),
      files: content.diff?.files ?? [],
    }),
);

/** The findings that the panel shows and the reviewer's comments: in its order, or by their place where there are both. */
export const orderedAnnotations = (state: State): readonly (Annotation | Comment)[] => {
  const findings = orderedFindings(state);
  return state.comments.length === 0
    ? findings
    : annotationsOf(findings, state.comments, state.content);
};
