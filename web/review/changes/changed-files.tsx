import { useMemo } from 'react';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { FileTree } from '../diff/file-tree.tsx';
import { usePage, useSelect } from '../page.ts';
import { useViewedFiles } from './use-viewed-files.ts';

const none: readonly ChangedFile[] = [];

/** The tree of changed files, with what was said about each. */
export const ChangedFiles = () => {
  const page = usePage();
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.byId);
  const currentFileId = useSelect((state) => state.selection.currentFileId);
  const commentCounts = useMemo(() => countByFile(comments), [comments]);
  const findingCounts = useMemo(() => countByFile(findings.values()), [findings]);
  const viewed = useViewedFiles();
  return (
    <FileTree
      files={files}
      currentFileId={currentFileId}
      commentCounts={commentCounts}
      findingCounts={findingCounts}
      viewed={viewed}
      onChoose={(fileId) => page.viewer.current()?.openFile?.(fileId)}
      onRead={readOn}
    />
  );
};

const countByFile = (items: Iterable<object>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items)
    if ('filePath' in item && typeof item.filePath === 'string')
      counts.set(item.filePath, (counts.get(item.filePath) ?? 0) + 1);
  return counts;
};

const readOn = (): void =>
  document.querySelector<HTMLElement>('.diff-view')?.focus({ preventScroll: true });
