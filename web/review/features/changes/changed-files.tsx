import { useMemo } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { ScopeButton } from './scope/scope-button.tsx';
import { annotationsByFile } from '../../ui/tree/file-counts.tsx';
import { FileTree } from '../../ui/tree/file-tree.tsx';
import { usePage, useSelect } from '../../ui/page.ts';
import { useAllComments } from '../../ui/use-all-comments.ts';
import { useChangedFiles, useViewedFiles } from './viewed/viewed-progress.tsx';

/** The tree of changed files, with comment and finding counts. */
export const ChangedFiles = () => {
  const page = usePage();
  const files = useChangedFiles();
  const comments = useAllComments();
  const findings = useSelect((state) => state.annotations.byId);
  const currentFileId = useSelect((state) => state.selection.currentFileId);
  const annotations = useMemo(
    () => annotationsByFile(comments, [...findings.values()]),
    [comments, findings],
  );
  const viewed = useViewedFiles();
  return (
    <FileTree
      label={texts().changes.files}
      head={<ScopeButton />}
      files={files}
      currentFileId={currentFileId}
      annotations={annotations}
      viewed={viewed}
      onChoose={(fileId) => page.viewer.current()?.openFile?.(fileId)}
      onRead={readOn}
    />
  );
};

const readOn = (): void =>
  document.querySelector<HTMLElement>('.diff-view')?.focus({ preventScroll: true });
