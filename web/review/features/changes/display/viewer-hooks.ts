import { useLayoutEffect, useMemo, type KeyboardEvent } from 'react';
import type { ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { ReviewAnnotation } from '../../../../../shared/annotations/review-annotation.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { useResolvedTheme } from '../../../../shell/theme.ts';
import { useCan, useSelect } from '../../../ui/page.ts';
import { useDiffLayout } from './diff-layout.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import { moveCursor } from '../pierre/line-cursor.ts';
import type { Display } from '../pierre/view-options.ts';
import {
  createFileFinder,
  groupAnnotations,
  groupLines,
  linesWrittenOn,
  openEditorsOf,
} from '../threads/group-annotations.ts';

/** Display options from the settings and the size of the window. */
export const useDisplay = (): Display => {
  const { diffView, wrapLines, theme: setting } = useSelect((state) => state.settings);
  const layout = useDiffLayout(diffView);
  const theme = useResolvedTheme(setting);
  const isReadOnly = !useCan('comments');
  return useMemo(
    () => ({ layout, wrapLines, theme, isReadOnly }),
    [layout, wrapLines, theme, isReadOnly],
  );
};

/** Shows the annotations, and which lines have an open editor. */
export const useAnnotations = (
  viewer: DiffViewer | undefined,
  files: readonly ChangedFile[],
): void => {
  const byId = useSelect((state) => state.annotations.byId);
  const all = useSelect((state) => state.comments);
  const open = useSelect((state) => state.editors);
  const find = useMemo(() => createFileFinder(files), [files]);
  const editors = useSame(openEditorsOf(open));
  const marked = useSame(linesWrittenOn(open, all));
  useLayoutEffect(() => {
    const findings = [...byId.values()].filter((item): item is ReviewAnnotation => 'scope' in item);
    const comments = all.filter(
      (item): item is ReviewComment => 'scope' in item && item.isOutdated !== true,
    );
    viewer?.setAnnotations(groupAnnotations(find, { findings, comments, editors }));
  }, [viewer, find, byId, all, editors]);
  useLayoutEffect(() => viewer?.setMarked(groupLines(find, marked)), [viewer, find, marked]);
};

/** Keeps the array's identity if its content is equal, so that typing does not render the diff again. */
const useSame = <Item>(items: readonly Item[]): readonly Item[] => {
  const content = JSON.stringify(items);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => items, [content]);
};

/** Handles keys on the scroller and the code only, not in editors or buttons inside it. */
export const handleKey = (
  viewer: DiffViewer | undefined,
  event: KeyboardEvent<HTMLElement>,
): void => {
  const [target] = event.nativeEvent.composedPath();
  const isCode = target instanceof Element && target.matches('[data-code]');
  if (viewer === undefined || event.defaultPrevented) return;
  if (target !== event.currentTarget && !isCode) return;
  if (moveCursor(viewer, event.nativeEvent)) event.preventDefault();
};
