import type { Comment } from '../../../shared/annotations/comment.ts';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { usePage, useSelect } from '../page.ts';
import { editComment, removeComment } from './comment-actions.ts';
import { CommentEditor } from './comment-editor.tsx';
import { editorOf } from './new-comment.ts';
import './comments.css';

/** What a comment is, in a word or two. */
export const commentKind = (comment: Comment): string => {
  if ('scope' in comment)
    return { comment: 'Comment', suggestion: 'Suggestion', concern: 'Concern' }[comment.type];
  if (comment.type === 'DELETION') return 'Delete this';
  return comment.type === 'GLOBAL_COMMENT' ? 'On the whole' : 'Comment';
};

interface CommentCardProps {
  readonly comment: Comment;
  /** What it is about, where the card does not stand beside it. */
  readonly quote?: string;
}

/** One of the reviewer's own comments, with what can be done with it. */
export const CommentCard = ({ comment, quote = '' }: CommentCardProps) => {
  const page = usePage();
  const { key } = editorOf(comment);
  const editor = useSelect((state) => state.editors.find((item) => item.key === key));
  const isActive = useSelect((state) => state.selection.activeId === comment.id);
  if (editor !== undefined) return <CommentEditor editor={editor} />;
  return (
    <article
      className="card comment-card"
      data-active={isActive}
      aria-label="Your comment"
      onMouseEnter={() => page.store.dispatch({ type: 'selection/active', id: comment.id })}
    >
      <header className="card-header">
        <span className="card-author">You</span>
        <span className="card-kind">{commentKind(comment)}</span>
        <span className="spacer" />
        <Button
          size="small"
          tone="plain"
          label="Edit comment"
          icon={<Icon name="edit" size={14} />}
          onClick={() => editComment(page, comment)}
        />
        <Button
          size="small"
          tone="plain"
          label="Delete comment"
          icon={<Icon name="delete" size={14} />}
          onClick={() => removeComment(page, comment)}
        />
      </header>
      {quote !== '' && <p className="card-quote">{quote}</p>}
      {comment.text !== '' && <p className="card-text">{comment.text}</p>}
      {'scope' in comment && comment.suggestedCode !== undefined && (
        <pre className="card-code">{comment.suggestedCode}</pre>
      )}
    </article>
  );
};
