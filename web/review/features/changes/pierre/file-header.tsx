import { ChevronDown, ChevronRight, Ellipsis } from 'lucide';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { Drawing, Icon } from '../../../../shell/icon.tsx';
import { showPath } from '../../../../../shared/visible-text.ts';
import { formatPercent } from '../../../../shell/texts/format.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { hasWords } from '../../../store/editors-slice.ts';
import { useCan, useKeyTitle, useSelect } from '../../../ui/page.ts';
import { worstSeverity } from '../../../ui/findings/severity-icon.tsx';
import { ChangedLines, AnnotationCounts } from '../../../ui/tree/file-counts.tsx';
import { modeChange } from '../patch/file-notice.ts';
import { pathParts } from '../../../ui/path-parts.ts';
import type { DiffViewer } from './diff-viewer.ts';
import type { FileState } from './file-state.ts';
import { useRef, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';

interface FileHeaderProps {
  readonly state: FileState;
  readonly viewer: DiffViewer;
}

/** The sticky header of a file. */
export const FileHeader = ({ state, viewer }: FileHeaderProps) => {
  const { file, annotations } = state;
  const canComment = useCan('comments');
  const canTick = useCan('viewed');
  const written = useSelect(
    ({ editors }) =>
      editors.filter(
        (editor) => hasWords(editor) && annotations.editors.some(({ key }) => key === editor.key),
      ).length,
  );
  return (
    <div className="diff-header" data-file-id={file.id}>
      <FoldButton state={state} viewer={viewer} />
      <FilePath state={state} />
      <FileBadges state={state} />
      <ChangedLines file={file} />
      <span className="diff-header-space" />
      <AnnotationCounts
        comments={annotations.comments.length + written}
        findings={annotations.findings.length}
        severity={worstSeverity(annotations.findings)}
      />
      {canComment && <CommentButton state={state} viewer={viewer} />}
      {canTick && file.digest !== undefined && <ViewedTick state={state} viewer={viewer} />}
      <FileMenuButton state={state} viewer={viewer} />
    </div>
  );
};

const FoldButton = ({ state: { file, isCollapsed }, viewer }: FileHeaderProps) => {
  const { expandFile, collapseFile } = diffTexts();
  const label = (isCollapsed ? expandFile : collapseFile)(showPath(file.path));
  return (
    <button
      type="button"
      className="diff-header-toggle"
      aria-expanded={!isCollapsed}
      aria-label={label}
      title={label}
      onClick={() => viewer.setCollapsed(file.id, !isCollapsed)}
    >
      <Drawing of={isCollapsed ? ChevronRight : ChevronDown} />
    </button>
  );
};

const CommentButton = ({ state: { file }, viewer }: FileHeaderProps) => {
  const label = diffTexts().commentOnFile(showPath(file.path));
  return (
    <button
      type="button"
      className="diff-button diff-header-comment"
      aria-label={label}
      title={useKeyTitle(label, 'comment.here')}
      onClick={() => viewer.selection.startComment(file.id)}
    >
      <Icon name="comment" size={14} />
      <span>{diffTexts().comment}</span>
    </button>
  );
};

const ViewedTick = ({ state: { file, isViewed }, viewer }: FileHeaderProps) => (
  <label className="diff-header-viewed" title={useKeyTitle(diffTexts().viewed, 'file.viewed')}>
    <input
      type="checkbox"
      checked={isViewed}
      aria-label={diffTexts().viewedFile(showPath(file.path))}
      onChange={(event) => viewer.setViewed(file.id, event.target.checked)}
    />
    {diffTexts().viewed}
  </label>
);

const hasMoved = ({ oldPath, path }: ChangedFile): boolean =>
  oldPath !== undefined && oldPath !== path;

/** Badges of a file: status, mode, and why it is set aside. */
export const FileBadges = ({ state }: { readonly state: FileState }) => {
  const { file } = state;
  // Without hunks, a notice below the header reports the mode change.
  const modes = file.hunks.length > 0 ? modeChange(file) : undefined;
  const setAside = file.setAside === undefined ? undefined : diffTexts().setAside[file.setAside];
  return (
    <>
      <StatusBadge state={state} />
      {file.hasConflict === true && (
        <span className="diff-header-word">{diffTexts().conflict}</span>
      )}
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

/** Added, deleted, copied or renamed, with the similarity. */
const StatusBadge = ({ state: { file } }: { readonly state: FileState }) => {
  const { status, similarity } = file;
  const { badges } = diffTexts();
  if (status === 'added' || status === 'deleted')
    return (
      <span className="diff-header-word" data-status={status}>
        {badges[status]}
      </span>
    );
  if (!hasMoved(file)) return null;
  const word = badges[status === 'copied' ? 'copied' : 'renamed'];
  return similarity === undefined || similarity === 100 ? (
    <span className="diff-header-word">{word}</span>
  ) : (
    <span className="diff-header-word" title={diffTexts().similarity(similarity)}>
      {`${word} · ${formatPercent(similarity)}`}
    </span>
  );
};

/** The path of a file, and its old path if it was moved. */
export const FilePath = ({ state: { file } }: { state: FileState }) => {
  const path = showPath(file.path);
  const [folder, name] = pathParts(path);
  const old = hasMoved(file) ? `${showPath(file.oldPath ?? '')} → ` : '';
  return (
    <h2 className="diff-header-path" title={`${old}${path}`}>
      {old !== '' && <bdi className="diff-header-old">{old}</bdi>}
      <bdi className="diff-header-folder">{folder}</bdi>
      <bdi className="diff-header-name">{name}</bdi>
    </h2>
  );
};

/** Preloaded after first paint, so that it is available when the server is gone. */
export const FileMenu = lazyPart(
  () => import('./file-menu.tsx'),
  ({ FileMenu }) => FileMenu,
);

/** Opens the menu of less frequent actions. */
const FileMenuButton = ({ state, viewer }: FileHeaderProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = diffTexts().moreOfFile(showPath(state.file.path));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="diff-button diff-button-sign"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Drawing of={Ellipsis} />
      </button>
      {isOpen && (
        <FileMenu anchor={button} state={state} viewer={viewer} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
