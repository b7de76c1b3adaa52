import type { Comment } from '../../../../shared/annotations/comment.ts';
import { showPath, spellHidden } from '../../../../shared/visible-text.ts';
import { Icon } from '../../../shell/icon.tsx';
import { MarkdownText } from '../../../shell/markdown/markdown.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { KeyButton } from '../command-button.tsx';
import { useCan, usePage, useSelect } from '../page.ts';
import { originalOfComment, suggestionOf } from '../../store/editors-slice.ts';
import { editComment, removeComment } from '../../store/comments/comment-actions.ts';
import { CommentEditor } from './comment-editor.tsx';
import { LineNote, LostNote } from './line-note.tsx';
import { editorOf } from '../../store/comments/new-comment.ts';
import { Attachments } from './lazy-attachments.tsx';
import { Suggestion } from './lazy-suggestion.tsx';
import './comments.css';

export const CommentKindTag = ({ comment }: { readonly comment: Comment }) => (
  <span className="card-kind" data-kind={comment.kind}>
    {kindWord(comment)}
  </span>
);

const kindWord = (comment: Comment): string => {
  const { kinds, deletion, onWhole } = texts().comments;
  const { kind } = comment;
  if (kind !== 'must' || 'scope' in comment) return kinds[kind];
  if (comment.type === 'DELETION') return deletion;
  return comment.type === 'GLOBAL_COMMENT' ? onWhole : kinds.must;
};

/** The document of a comment, where several are reviewed. */
export const CommentFile = ({ comment }: { readonly comment: Comment }) => {
  if (!('file' in comment)) return null;
  const path = showPath(comment.file);
  return (
    <span className="card-kind" title={path}>
      <bdi>{path}</bdi>
    </span>
  );
};

interface CommentCardProps {
  readonly comment: Comment;
  /** The target, if the card is not beside it. */
  readonly quote?: string;
}

/** A comment, or its editor while it is edited. */
export const CommentCard = ({ comment, quote = '' }: CommentCardProps) => {
  const { key } = editorOf(comment);
  const editor = useSelect((state) => state.editors.find((item) => item.key === key));
  return editor === undefined ? (
    <ReadCard comment={comment} quote={quote} />
  ) : (
    <CommentEditor editor={editor} quote={quote} />
  );
};

const ReadCard = ({ comment, quote }: Required<CommentCardProps>) => {
  const page = usePage();
  const isActive = useSelect((state) => state.selection.activeId === comment.id);
  const canComment = useCan('comments');
  const replacement = suggestionOf(comment);
  const selectAnnotation = () => page.store.dispatch({ type: 'selection/active', id: comment.id });
  return (
    <article
      className="card comment-card"
      data-active={isActive}
      data-kind={comment.kind}
      aria-label={texts().comments.yours}
      onMouseEnter={selectAnnotation}
      onFocus={selectAnnotation}
    >
      <header className="card-header">
        <span className="card-author">{texts().comments.you}</span>
        <CommentKindTag comment={comment} />
        {quote !== '' && <CommentFile comment={comment} />}
        {quote === '' && 'scope' in comment && <LineNote of={comment} />}
        {'foundText' in comment && (
          <span className="card-kind">{texts().comments.changedSince}</span>
        )}
        <span className="spacer" />
        {canComment && <CardButtons comment={comment} />}
      </header>
      {quote !== '' && (
        <p className="card-quote" dir="auto">
          {spellHidden(quote)}
        </p>
      )}
      {!('scope' in comment) && <LostNote of={comment} />}
      {comment.text !== '' && <MarkdownText text={comment.text} />}
      {comment.attachments && <Attachments of={comment.attachments} />}
      {replacement !== undefined && (
        <Suggestion
          original={originalOfComment(comment)}
          replacement={replacement}
          isCode={'scope' in comment}
          of={comment}
        />
      )}
    </article>
  );
};

const CardButtons = ({ comment }: { readonly comment: Comment }) => {
  const page = usePage();
  const words = texts().comments;
  return (
    <>
      <KeyButton
        id="comment.edit"
        label={words.edit}
        icon={<Icon name="edit" size={14} />}
        onClick={() => editComment(page, comment)}
      />
      <KeyButton
        id="comment.remove"
        label={words.remove}
        icon={<Icon name="delete" size={14} />}
        onClick={() => removeComment(page, comment)}
      />
    </>
  );
};
