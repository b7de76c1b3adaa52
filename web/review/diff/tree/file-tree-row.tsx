import { memo } from 'react';
import { formatNumber } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { showHidden } from '../../../common/visible-text.ts';
import { folderCount, type TreeRow } from './tree-rows.ts';

interface FileTreeRowProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly isCurrent: boolean;
  /** Whether the keyboard is on it. */
  readonly isActive: boolean;
  readonly commentCounts: ReadonlyMap<string, number>;
  readonly findingCounts: ReadonlyMap<string, number>;
  readonly isViewed: boolean;
  readonly onPress: (row: TreeRow) => void;
}

/** A folder or a file of the tree. */
export const FileTreeRow = memo((props: FileTreeRowProps) => {
  const { row, id, isCurrent, isActive, isViewed, onPress } = props;
  const isFolder = row.kind === 'folder';
  return (
    // The tree has the focus and the keys; its rows are pointed at by aria-activedescendant.
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
      <span className="diff-tree-name" title={showHidden(isFolder ? row.path : row.file.path)}>
        <bdi>{showHidden(row.name)}</bdi>
      </span>
      <Counts {...props} />
      {isViewed && <ViewedMark />}
    </div>
  );
});

const ViewedMark = () => (
  <span className="diff-tree-viewed" role="img" aria-label={texts().diff.viewed}>
    ✓
  </span>
);

const FolderMark = ({ isExpanded }: { isExpanded: boolean }) => (
  <span className="diff-tree-mark" aria-hidden="true">
    {isExpanded ? '▾' : '▸'}
  </span>
);

const StatusMark = ({ row }: { row: TreeRow & { kind: 'file' } }) => (
  <span
    className={`diff-tree-mark diff-status-${row.file.status}`}
    role="img"
    aria-label={texts().diff.status[row.file.status]}
    title={texts().diff.status[row.file.status]}
  >
    {row.file.status.charAt(0).toUpperCase()}
  </span>
);

/** A folder shows numbers only while what is in it is folded. */
const Counts = ({ row, commentCounts, findingCounts }: FileTreeRowProps) => {
  if (row.kind === 'folder' && row.isExpanded) return null;
  const countOf = (counts: ReadonlyMap<string, number>) =>
    row.kind === 'folder' ? folderCount(row, counts) : (counts.get(row.file.path) ?? 0);
  const comments = countOf(commentCounts);
  const findings = countOf(findingCounts);
  return (
    <>
      {comments > 0 && (
        <span className="diff-badge diff-badge-comment">
          {formatNumber(comments)}
          <span className="diff-hidden">{texts().diff.commentsAfterCount(comments)}</span>
        </span>
      )}
      {findings > 0 && (
        <span className="diff-badge diff-badge-finding">
          {formatNumber(findings)}
          <span className="diff-hidden">{texts().diff.findingsAfterCount(findings)}</span>
        </span>
      )}
      {row.kind === 'file' && (
        <span className="diff-count">
          {row.file.additions > 0 && (
            <span className="diff-count-added">+{formatNumber(row.file.additions)}</span>
          )}
          {row.file.deletions > 0 && (
            <span className="diff-count-removed">−{formatNumber(row.file.deletions)}</span>
          )}
        </span>
      )}
    </>
  );
};
