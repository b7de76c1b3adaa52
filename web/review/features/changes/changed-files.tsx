import { useMemo } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Severity } from '../../../../shared/annotations/fields.ts';
import { ScopeButton } from './scope/scope-button.tsx';
import { FileTree } from './tree/file-tree.tsx';
import { worstOf } from '../../ui/findings/severity-icon.tsx';
import { usePage, useSelect } from '../../ui/page.ts';
import { useChangedFiles, useViewedFiles } from './viewed/viewed-progress.tsx';

/** The tree of changed files, with comment and finding counts. */
export const ChangedFiles = () => {
  const page = usePage();
  const files = useChangedFiles();
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.byId);
  const currentFileId = useSelect((state) => state.selection.currentFileId);
  const annotations = useMemo(
    () => ({
      comments: countByFile(comments),
      findings: countByFile(findings.values()),
      severities: severityByFile(findings.values()),
    }),
    [comments, findings],
  );
  const viewed = useViewedFiles();
  return (
    <FileTree
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

const countByFile = (items: Iterable<object>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items)
    if ('filePath' in item && typeof item.filePath === 'string')
      counts.set(item.filePath, (counts.get(item.filePath) ?? 0) + 1);
  return counts;
};

const severityByFile = (findings: Iterable<Annotation>): ReadonlyMap<string, Severity> => {
  const found = new Map<string, Severity>();
  for (const finding of findings) {
    if (!('filePath' in finding) || finding.filePath === undefined) continue;
    const worst = worstOf([found.get(finding.filePath), finding.severity]);
    if (worst !== undefined) found.set(finding.filePath, worst);
  }
  return found;
};

const readOn = (): void =>
  document.querySelector<HTMLElement>('.diff-view')?.focus({ preventScroll: true });
