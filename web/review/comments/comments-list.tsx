import type { Comment } from '../../../shared/annotations/comment.ts';
import { usePage, useSelect } from '../page.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { CommentCard, commentKind } from './comment-card.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { blockOf } from '../document/passage.ts';
import { blocksOf, type ContentSlice } from '../store/content-slice.ts';

/** The reviewer's own comments: those on the whole are here, the others are shown with the way to their place. */
export const CommentsList = () => {
  const comments = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const content = useSelect((state) => state.content);
  const whole = editors.filter(({ target }) => target.kind === 'whole');
  return (
    <div className="comments-list" tabIndex={0} role="group" aria-label="Your comments">
      <div className="comments-list-actions">
        <CommandButton id="comment.whole" icon="plus" text="Comment on the whole" />
      </div>
      {whole.map((editor) => (
        <CommentEditor key={editor.key} editor={editor} />
      ))}
      {comments.length === 0 && whole.length === 0 && (
        <p className="panel-empty">
          No comments yet. Select text to comment on it or to mark it for deletion.
        </p>
      )}
      {comments.map((comment) =>
        isPlaced(comment, content) ? (
          <PlacedComment key={comment.id} comment={comment} />
        ) : (
          <CommentCard key={comment.id} comment={comment} quote={placeOf(comment)} />
        ),
      )}
    </div>
  );
};

/** Whether the content shows it where it belongs; a comment of an earlier version may have lost its place. */
const isPlaced = (comment: Comment, content: ContentSlice): boolean =>
  'scope' in comment
    ? content.diff?.files.some(({ path }) => path === comment.filePath) === true
    : blockOf(comment, blocksOf(content)) !== undefined;

const PlacedComment = ({ comment }: { readonly comment: Comment }) => {
  const page = usePage();
  const isActive = useSelect((state) => state.selection.activeId === comment.id);
  return (
    <button
      type="button"
      className="card comment-card comment-link"
      data-active={isActive}
      onClick={() => {
        page.store.dispatch({ type: 'selection/active', id: comment.id });
        page.viewer.current()?.reveal(comment);
      }}
    >
      <span className="card-header">
        <span className="card-kind">{commentKind(comment)}</span>
      </span>
      <span className="card-quote">{placeOf(comment)}</span>
      {comment.text !== '' && <span className="card-text">{comment.text}</span>}
    </button>
  );
};

const placeOf = (comment: Comment): string => {
  if (!('scope' in comment)) return comment.originalText ?? '';
  const { filePath = '', lineStart, lineEnd } = comment;
  if (lineStart === undefined) return filePath;
  return lineEnd === undefined || lineEnd === lineStart
    ? `${filePath}:${lineStart}`
    : `${filePath}:${lineStart}–${lineEnd}`;
};
