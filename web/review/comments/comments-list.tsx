import type { Comment } from '../../../shared/annotations/comment.ts';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { CommentCard, CommentKindTag } from './comment-card.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { isPlacedComment, isPlacedTarget, quoteOf, targetQuote } from './comment-place.ts';

/** The reviewer's own comments: those on the whole are here, the others are shown with the way to their place. */
export const CommentsList = () => {
  const comments = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const content = useSelect((state) => state.content);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const homeless = editors.filter(({ target }) => !isPlacedTarget(target, { content, comments }));
  return (
    <div className="comments-list" tabIndex={0} role="group" aria-label={texts().comments.list}>
      <div className="comments-list-actions">
        <CommandButton id="comment.whole" icon="plus" text={texts().comments.addOnWhole} />
      </div>
      {homeless.map((editor) => (
        <CommentEditor key={editor.key} editor={editor} quote={targetQuote(editor.target)} />
      ))}
      {comments.length === 0 && homeless.length === 0 && (
        <p className="panel-empty">
          {isReview ? texts().comments.noneOfChange : texts().comments.none}
        </p>
      )}
      {comments.map((comment) =>
        isPlacedComment(comment, content) ? (
          <PlacedComment key={comment.id} comment={comment} />
        ) : (
          <CommentCard key={comment.id} comment={comment} quote={quoteOf(comment)} />
        ),
      )}
    </div>
  );
};

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
        <CommentKindTag comment={comment} />
      </span>
      <span className="card-quote">{quoteOf(comment)}</span>
      {comment.text !== '' && <span className="card-text">{comment.text}</span>}
    </button>
  );
};
