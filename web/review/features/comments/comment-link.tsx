import type { Comment } from '../../../../shared/annotations/comment.ts';
import { MarkdownText } from '../../../shell/markdown/markdown.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { CommentKindTag } from '../../ui/comments/comment-card.tsx';
import { quoteOf } from '../../store/comments/comment-place.ts';
import { commentOf } from '../../store/comments/new-comment.ts';

interface CommentLinkProps {
  readonly comment: Comment;
  /** The editor, for a comment that is not saved yet. */
  readonly editor?: Editor;
}

/** A comment in the panel that links to its place in the content. */
export const CommentLink = ({ comment, editor }: CommentLinkProps) => {
  const page = usePage();
  const isActive = useSelect((state) => state.selection.activeId === comment.id);
  const reveal = () => {
    page.store.dispatch(
      editor === undefined
        ? { type: 'selection/active', id: comment.id }
        : { type: 'selection/editor', key: editor.key },
    );
    page.viewer.current()?.reveal(comment);
  };
  return (
    // The quote is the keyboard-accessible button; the card is just a larger click target.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <article
      className="card comment-card comment-link"
      aria-label={texts().comments.yours}
      data-active={isActive}
      onClick={reveal}
    >
      <span className="card-header">
        <CommentKindTag comment={comment} />
        {editor !== undefined && (
          <span className="card-kind" data-kind="unsent">
            {texts().comments.notAdded}
          </span>
        )}
      </span>
      <button type="button" className="panel-place" dir="auto">
        {quoteOf(comment)}
      </button>
      {comment.text !== '' && <MarkdownText text={comment.text} />}
    </article>
  );
};

/** The same for an open editor, as the comment that it would become. */
export const EditorLink = ({ editor }: { readonly editor: Editor }) => {
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const comments = useSelect((state) => state.comments);
  const comment = commentOf(editor, { mode, id: editor.key, comments });
  return comment === undefined ? null : <CommentLink comment={comment} editor={editor} />;
};
