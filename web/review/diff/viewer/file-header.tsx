import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { formatNumber, formatPercent } from '../../../texts/format.ts';
import { showHidden } from '../../../common/visible-text.ts';
import { texts } from '../../../texts/texts.ts';
import { useIsEnded } from '../../ended/is-ended.ts';
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
  const ended = useIsEnded();
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
      <Badges state={state} />
      <span className="diff-count">
        {file.additions > 0 && (
          <span className="diff-count-added">+{formatNumber(file.additions)}</span>
        )}
        {file.deletions > 0 && (
          <span className="diff-count-removed">−{formatNumber(file.deletions)}</span>
        )}
      </span>
      <span className="diff-header-space" />
      <RemarkCount state={state} />
      {canExpand(file) && <WholeFile state={state} actions={actions} />}
      {!ended && (
        <button
          type="button"
          className="diff-button"
          aria-label={texts().diff.commentOnFile(showHidden(file.path))}
          onClick={() => actions.comment(file.id)}
        >
          {texts().diff.comment}
        </button>
      )}
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

const hasMoved = ({ oldPath, path }: ChangedFile): boolean =>
  oldPath !== undefined && oldPath !== path;

/** What is special about a file, in a word or two each. */
const Badges = ({ state }: { readonly state: FileState }) => {
  const { file } = state;
  // Without hunks the change of mode is all there is, and stands below.
  const modes = file.hunks.length > 0 ? modeChange(file) : undefined;
  const setAside = file.setAside === undefined ? undefined : texts().diff.setAside[file.setAside];
  return (
    <>
      <MovedBadge state={state} />
      {modes !== undefined && (
        <span className="diff-header-word" title={modes}>
          {modes}
        </span>
      )}
      {setAside !== undefined && (
        <span className="diff-header-word" title={setAside.why}>
          {setAside.word}
        </span>
      )}
    </>
  );
};

/** That a file has another name than before, and how much of it stayed. */
const MovedBadge = ({ state: { file } }: { readonly state: FileState }) => {
  if (!hasMoved(file)) return null;
  const { similarity } = file;
  const word = texts().diff.moved[file.status === 'copied' ? 'copied' : 'renamed'];
  return similarity === undefined || similarity === 100 ? (
    <span className="diff-header-word">{word}</span>
  ) : (
    <span className="diff-header-word" title={texts().diff.similarity(similarity)}>
      {`${word} · ${formatPercent(similarity)}`}
    </span>
  );
};

/** Where a file is, and what has become of it. */
export const FilePath = ({ state: { file } }: { state: FileState }) => {
  const path = showHidden(file.path);
  const [folder, name] = pathParts(path);
  const old = hasMoved(file) ? `${showHidden(file.oldPath ?? '')} → ` : '';
  return (
    <h2 className="diff-header-path" title={`${old}${path}`}>
      <span
        className={`diff-status diff-status-${file.status}`}
        title={texts().diff.status[file.status]}
      >
        {file.status.charAt(0).toUpperCase()}
      </span>
      {old !== '' && <bdi className="diff-header-old">{old}</bdi>}
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
