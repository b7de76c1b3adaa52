import { texts } from '../../texts/texts.ts';
import { useIsEnded } from '../ended/is-ended.ts';
import { useSelect } from '../page.ts';
import { hasWords, type Editor } from '../store/editors-slice.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { CommentCard } from './comment-card.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { CommentLink, EditorLink } from './comment-link.tsx';
import { isPlacedComment, isPlacedTarget, quoteOf, targetQuote } from './comment-place.ts';

/** The reviewer's own comments: those on the whole are here, the others are shown with the way to their place. */
export const CommentsList = () => {
  const comments = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const content = useSelect((state) => state.content);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const ended = useIsEnded();
  const isPlaced = ({ target }: Editor) => isPlacedTarget(target, { content, comments });
  const homeless = editors.filter((editor) => !isPlaced(editor));
  const written = editors.filter(
    (editor) => editor.target.kind !== 'comment' && hasWords(editor) && isPlaced(editor),
  );
  return (
    <div className="comments-list" tabIndex={0} role="group" aria-label={texts().comments.list}>
      {!ended && (
        <div className="comments-list-actions">
          <CommandButton id="comment.whole" icon="plus" text={texts().comments.addOnWhole} />
        </div>
      )}
      {homeless.map((editor) => (
        <CommentEditor key={editor.key} editor={editor} quote={targetQuote(editor.target)} />
      ))}
      {comments.length + homeless.length + written.length === 0 && (
        <p className="panel-empty">
          {isReview ? texts().comments.noneOfChange : texts().comments.none}
        </p>
      )}
      {comments.map((comment) =>
        isPlacedComment(comment, content) ? (
          <CommentLink key={comment.id} comment={comment} />
        ) : (
          <CommentCard key={comment.id} comment={comment} quote={quoteOf(comment)} />
        ),
      )}
      {written.map((editor) => (
        <EditorLink key={editor.key} editor={editor} />
      ))}
    </div>
  );
};
