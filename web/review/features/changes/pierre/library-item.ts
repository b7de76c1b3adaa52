import type { CodeViewDiffItem, DiffLineAnnotation } from '@pierre/diffs';
import { librarySide, type DiffPlace } from './diff-rows.ts';
import type { FileState } from './file-state.ts';
import { gapBelow } from './gaps.ts';

/** Converts the state to the library's item. */
export const codeViewItem = (state: FileState): CodeViewDiffItem => {
  const annotations: DiffLineAnnotation[] = [];
  for (const { side, line } of state.threads.values())
    if (line > 0) annotations.push({ side: librarySide(side), lineNumber: line });
  const end = endPlace(state);
  if (end !== undefined && !state.threads.has(`${end.side}:${end.line}`))
    annotations.push({ side: librarySide(end.side), lineNumber: end.line });
  if (hasFileRow(state)) annotations.push({ side: fileSide(state), lineNumber: 0 });
  return {
    id: state.file.id,
    type: 'diff',
    fileDiff: state.model.diff,
    annotations,
    version: state.version,
    collapsed: state.isCollapsed,
  };
};

/** The line above the expander at the end of the file; undefined if the diff reaches the end. */
export const endPlace = ({
  canExpand,
  model,
  folded,
  context,
}: FileState): DiffPlace | undefined => {
  if (model.kind !== 'code') return undefined;
  const last = model.diff.hunks.at(-1);
  if (last !== undefined && folded?.rows.has('end') === true)
    return { side: 'new', line: last.additionStart + last.additionCount - 1 };
  const gap = canExpand ? gapBelow(model.diff, context?.end) : undefined;
  return gap === undefined ? undefined : { side: 'new', line: gap.from - 1 };
};

/** Whether there is content between a file's header and its code. */
const hasFileRow = (state: FileState): boolean =>
  state.notices.length > 0 ||
  state.isDeferred ||
  state.images.length > 0 ||
  state.failure !== undefined ||
  state.folded?.rows.has('file') === true ||
  state.threads.has(`${state.file.status === 'deleted' ? 'old' : 'new'}:0`);

const fileSide = ({ model }: FileState) =>
  model.diff.type === 'deleted' ? ('deletions' as const) : ('additions' as const);

/** The name of a thread's slot in the library's markup. */
export const slotName = (state: FileState, thread: { side: 'old' | 'new'; line: number }): string =>
  `annotation-${thread.line === 0 ? fileSide(state) : librarySide(thread.side)}-${thread.line}`;
