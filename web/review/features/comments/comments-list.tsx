import { memo, useMemo, type ReactNode } from 'react';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { MarkdownText } from '../../../shell/markdown/markdown.tsx';
import { commandTitles } from '../../../shell/texts/command-texts.ts';
import { commentsTexts } from '../../../shell/texts/comments-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { isEnded } from '../../store/session-slice.ts';
import { useCan, usePage, useSelect } from '../../ui/page.ts';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import { hasWords, type Editor } from '../../store/editors-slice.ts';
import { CommentCard, CommentFile, CommentKindTag } from '../../ui/comments/comment-card.tsx';
import { CommentEditor } from '../../ui/comments/comment-editor.tsx';
import {
  isPlacedComment,
  isPlacedTarget,
  quoteOf,
  targetQuote,
} from '../../store/comments/comment-place.ts';
import { commentOf, editorOf } from '../../store/comments/new-comment.ts';

/** A row: an editor without a place in the content, a link to one that has a place, or a comment. */
type Row =
  | { readonly kind: 'editor' | 'written'; readonly key: string; readonly editor: Editor }
  | { readonly kind: 'comment'; readonly key: string; readonly comment: Comment };

/** Estimated heights: one line of text, with quote and margin. */
const heights = { editor: 190, written: 110, comment: 110 } as const;

/** The user's comments. General ones are edited here, others link to their place. */
export const CommentsList = () => {
  const rows = useRows();
  const canComment = useCan('comments');
  const open = useSelect((state) => state.editors);
  const openKeys = useMemo(() => new Set(open.map(({ key }) => key)), [open]);
  return (
    <>
      {canComment && (
        <div className="comments-list-actions">
          <CommandButton
            id="comment.whole"
            icon="plus"
            title={commandTitles()['comment.whole']}
            text={commentsTexts().addOnWhole}
          />
        </div>
      )}
      {rows.length === 0 && <NoComments />}
      <VirtualList
        items={rows}
        keyOf={({ key }) => key}
        isAnchor={() => true}
        // Keep editors mounted wherever the list is scrolled.
        isKept={(row) => row.kind === 'editor' || openKeys.has(row.key)}
        heightOf={({ kind }) => heights[kind]}
        // Scroll to the top when an editor opens or closes.
        viewKey={homeless(rows)}
        label={texts().comments.list}
        activeKey={undefined}
        render={(row) => <ListedRow row={row} />}
      />
    </>
  );
};

const homeless = (rows: readonly Row[]): string =>
  rows.flatMap(({ kind, key }) => (kind === 'editor' ? [key] : [])).join(' ');

const useRows = (): readonly Row[] => {
  const comments = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const content = useSelect((state) => state.content);
  const hasFiles = useCan('files');
  const there = useMemo(() => comments.map(commentRow), [comments]);
  return useMemo(() => {
    const isPlaced = ({ target }: Editor) =>
      isPlacedTarget(target, { content, comments }, hasFiles);
    const written = editors.filter(
      (editor) => editor.target.kind !== 'comment' && hasWords(editor) && isPlaced(editor),
    );
    return [
      ...editors.filter((editor) => !isPlaced(editor)).map(editorRow('editor')),
      ...there,
      ...written.map(editorRow('written')),
    ];
  }, [comments, there, editors, content, hasFiles]);
};

/** Has the key of its editor, to be the same row while it is edited. */
const commentRow = (comment: Comment): Row => {
  const { key } = editorOf(comment);
  return { kind: 'comment', key, comment };
};

const editorRow =
  (kind: 'editor' | 'written') =>
  (editor: Editor): Row => ({ kind, key: editor.key, editor });

const NoComments = () => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const ended = useSelect(isEnded);
  const { noneAtEnd, noneOfChange, none } = commentsTexts();
  const sentence = isReview ? noneOfChange : none;
  return <p className="panel-empty">{ended ? noneAtEnd : sentence}</p>;
};

const ListedRow = memo(({ row }: { readonly row: Row }): ReactNode => {
  switch (row.kind) {
    case 'editor':
      return <CommentEditor editor={row.editor} quote={targetQuote(row.editor.target)} />;
    case 'comment':
      return <ListedComment comment={row.comment} />;
    case 'written':
      return <EditorLink editor={row.editor} />;
  }
});

const ListedComment = ({ comment }: { readonly comment: Comment }) => {
  const hasFiles = useCan('files');
  const isPlaced = useSelect(({ content }) => isPlacedComment(comment, content, hasFiles));
  return isPlaced ? (
    <CommentLink comment={comment} />
  ) : (
    <CommentCard comment={comment} quote={quoteOf(comment)} />
  );
};

interface CommentLinkProps {
  readonly comment: Comment;
  /** The editor, for a comment that is not saved yet. */
  readonly editor?: Editor;
}

/** A comment in the panel that links to its place in the content. */
const CommentLink = ({ comment, editor }: CommentLinkProps) => {
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
        <CommentFile comment={comment} />
        {editor !== undefined && (
          <span className="card-kind" data-kind="unsent">
            {commentsTexts().notAdded}
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
const EditorLink = ({ editor }: { readonly editor: Editor }) => {
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const comments = useSelect((state) => state.comments);
  const comment = commentOf(editor, { mode, id: editor.key, comments });
  return comment === undefined ? null : <CommentLink comment={comment} editor={editor} />;
};
