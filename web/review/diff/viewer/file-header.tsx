import { formatNumber, formatPercent } from '../../../texts/format.ts';
import { showHidden } from '../../../common/visible-text.ts';
import { texts } from '../../../texts/texts.ts';
import { canExpand } from '../patch/gaps.ts';
import { modeChange } from '../patch/file-notice.ts';
import { pathParts } from '../patch/path-parts.ts';
import type { FileState } from './file-state.ts';

export interface FileActions {
  readonly setCollapsed: (fileId: string, isCollapsed: boolean) => void;
  readonly setFold: (fileId: string, threadKey: string, isOpen: boolean) => void;
  /** Shows the whole file, or its changes alone. */
  readonly setWhole: (fileId: string, isWhole: boolean) => void;
  /** Shows more below the last change. */
  readonly expandBelow: (fileId: string) => void;
  readonly setViewed: (fileId: string, isViewed: boolean) => void;
  /** Shows a giant file. */
  readonly show: (fileId: string) => void;
  readonly comment: (fileId: string) => void;
  readonly retry: (fileId: string) => void;
}

interface FileHeaderProps {
  readonly state: FileState;
  readonly actions: FileActions;
}

/** The bar above a file, which stays in view while the file is read. */
export const FileHeader = ({ state, actions }: FileHeaderProps) => {
  const { file, isCollapsed } = state;
  // Without hunks the change of mode is all there is, and stands below.
  const modes = file.hunks.length > 0 ? modeChange(file) : undefined;
  return (
    <div className="diff-header" data-file-id={file.id}>
      <button
        type="button"
        className="diff-header-toggle"
        aria-expanded={!isCollapsed}
        aria-label={
          isCollapsed
            ? texts().diff.expandFile(showHidden(file.path))
            : texts().diff.collapseFile(showHidden(file.path))
        }
        onClick={() => actions.setCollapsed(file.id, !isCollapsed)}
      />
      <FilePath state={state} />
      {modes !== undefined && <span className="diff-header-mode">{modes}</span>}
      {file.setAside !== undefined && (
        <span className="diff-header-word" title={texts().diff.setAside[file.setAside].why}>
          {texts().diff.setAside[file.setAside].word}
        </span>
      )}
      <span className="diff-header-space" />
      <RemarkCount state={state} />
      <span className="diff-count">
        {file.additions > 0 && (
          <span className="diff-count-added">+{formatNumber(file.additions)}</span>
        )}
        {file.deletions > 0 && (
          <span className="diff-count-removed">−{formatNumber(file.deletions)}</span>
        )}
      </span>
      {canExpand(file) && <WholeFile state={state} actions={actions} />}
      <button
        type="button"
        className="diff-button"
        aria-label={texts().diff.commentOnFile(showHidden(file.path))}
        onClick={() => actions.comment(file.id)}
      >
        {texts().diff.comment}
      </button>
      {file.digest !== undefined && (
        <label className="diff-header-viewed">
          <input
            type="checkbox"
            checked={state.isViewed}
            aria-label={texts().diff.viewedFile(showHidden(file.path))}
            onChange={(event) => actions.setViewed(file.id, event.target.checked)}
          />
          {texts().diff.viewed}
        </label>
      )}
    </div>
  );
};

const WholeFile = ({ state: { file, context }, actions }: FileHeaderProps) => {
  const isShown = context !== undefined;
  const { whole, changesOnly } = texts().diff.context;
  const label = isShown ? changesOnly : whole;
  return (
    <button
      type="button"
      className="diff-button diff-button-sign"
      aria-label={`${label}: ${showHidden(file.path)}`}
      title={label}
      onClick={() => actions.setWhole(file.id, !isShown)}
    >
      {isShown ? '⇲' : '⇕'}
    </button>
  );
};

/** Where a file is, and what has become of it. */
export const FilePath = ({ state: { file } }: { state: FileState }) => {
  const path = showHidden(file.path);
  const [folder, name] = pathParts(path);
  const hasMoved = file.oldPath !== undefined && file.oldPath !== file.path;
  return (
    <h2 className="diff-header-path" title={path}>
      <span
        className={`diff-status diff-status-${file.status}`}
        title={texts().diff.status[file.status]}
      >
        {file.status.charAt(0).toUpperCase()}
      </span>
      {hasMoved && <bdi className="diff-header-old">{`${showHidden(file.oldPath ?? '')} → `}</bdi>}
      {hasMoved && file.similarity !== undefined && file.similarity < 100 && (
        <span className="diff-header-mode" title={texts().diff.similarity(file.similarity)}>
          {`${formatPercent(file.similarity)} `}
        </span>
      )}
      <bdi className="diff-header-folder">{folder}</bdi>
      <bdi className="diff-header-name">{name}</bdi>
    </h2>
  );
};

const RemarkCount = ({ state: { remarks } }: { state: FileState }) => (
  <>
    {remarks.comments.length > 0 && (
      <span className="diff-badge diff-badge-comment" title={texts().diff.yourComments}>
        {formatNumber(remarks.comments.length)}
        <span className="diff-hidden">
          {texts().diff.commentsAfterCount(remarks.comments.length)}
        </span>
      </span>
    )}
    {remarks.findings.length > 0 && (
      <span className="diff-badge diff-badge-finding" title={texts().diff.findings}>
        {formatNumber(remarks.findings.length)}
        <span className="diff-hidden">
          {texts().diff.findingsAfterCount(remarks.findings.length)}
        </span>
      </span>
    )}
  </>
);
