import { ChevronDown, ChevronRight, Copy, FileInput, FileMinus, FilePlus } from 'lucide';
import { memo } from 'react';
import { Drawing, Icon } from '../../../shell/icon.tsx';
import { showPath } from '../../../../shared/visible-text.ts';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import { worstOf } from '../findings/severity-icon.tsx';
import { ChangedLines, AnnotationCounts, type AnnotationsByFile } from './file-counts.tsx';
import { filesIn, type TreeRow } from './tree-rows.ts';

interface FileTreeRowProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly isCurrent: boolean;
  /** Whether the keyboard cursor is on it. */
  readonly isActive: boolean;
  readonly annotations: AnnotationsByFile;
  readonly isViewed: boolean;
  readonly onPress: (row: TreeRow) => void;
}

export const FileTreeRow = memo((props: FileTreeRowProps) => {
  const { row, id, isCurrent, isActive, isViewed, onPress } = props;
  const isFolder = row.kind === 'folder';
  return (
    // The tree keeps the focus and handles keys; `aria-activedescendant` points to the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      className="diff-tree-row"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isCurrent}
      aria-expanded={isFolder ? row.isExpanded : undefined}
      aria-current={isCurrent ? 'true' : undefined}
      data-active={isActive || undefined}
      data-viewed={isViewed || undefined}
      style={{ paddingInlineStart: `${(row.level - 1) * 12 + 8}px` }}
      onClick={() => onPress(row)}
    >
      {isFolder ? <FolderMark isExpanded={row.isExpanded} /> : <StatusMark row={row} />}
      <span className="diff-tree-name" title={showPath(isFolder ? row.path : row.file.path)}>
        <bdi>{showPath(row.name)}</bdi>
      </span>
      <Counts {...props} />
      {isViewed && <ViewedMark />}
    </div>
  );
});

const ViewedMark = () => (
  <span className="diff-tree-viewed" role="img" aria-label={diffTexts().viewed}>
    <Icon name="approve" size={14} />
  </span>
);

const FolderMark = ({ isExpanded }: { isExpanded: boolean }) => (
  <span className="diff-tree-mark">
    <Drawing of={isExpanded ? ChevronDown : ChevronRight} size={14} />
  </span>
);

/** Modified files need no icon. */
const statusDrawings = {
  added: FilePlus,
  deleted: FileMinus,
  modified: undefined,
  renamed: FileInput,
  copied: Copy,
} as const;

const StatusMark = ({ row: { file } }: { row: TreeRow & { kind: 'file' } }) => {
  if (file.status === undefined) return <span className="diff-tree-mark" />;
  const drawing = statusDrawings[file.status];
  const status = diffTexts().status[file.status];
  return (
    <span
      className={`diff-tree-mark diff-status-${file.status}`}
      role="img"
      aria-label={status}
      title={status}
    >
      {drawing !== undefined && <Drawing of={drawing} size={14} />}
    </span>
  );
};

/** A folder shows counts only while collapsed; a viewed file shows no line counts. */
const Counts = ({ row, isViewed, annotations }: FileTreeRowProps) => {
  if (row.kind === 'folder' && row.isExpanded) return null;
  const files = row.kind === 'folder' ? filesIn(row) : [row.file];
  const sum = (numbers: ReadonlyMap<string, number>) =>
    files.reduce((total, { path }) => total + (numbers.get(path) ?? 0), 0);
  return (
    <>
      <AnnotationCounts
        comments={sum(annotations.comments)}
        findings={sum(annotations.findings)}
        severity={worstOf(files.map(({ path }) => annotations.severities.get(path)))}
      />
      {row.kind === 'file' && !isViewed && (
        <ChangedLines file={{ additions: 0, deletions: 0, ...row.file }} />
      )}
    </>
  );
};
