import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { blockOf, rangesOf } from './passage.ts';
import { isLoaded, loadedBlocks, type ContentSlice } from '../content-slice.ts';
import type { State } from '../state.ts';
import type { CommentTarget, EditorTarget } from '../../../../shared/session/editor.ts';

const hasFile = ({ diff }: ContentSlice, filePath: string | undefined): boolean =>
  diff?.files.some(({ path }) => path === filePath) === true;

/**
 * Whether the content shows the comment in place. General comments have none, and a refresh may have lost it.
 * @param hasFiles whether any file of the project can be opened
 */
export const isPlacedComment = (
  comment: Comment,
  content: ContentSlice,
  hasFiles = false,
): boolean =>
  comment.isOutdated !== true &&
  ('scope' in comment
    ? (hasFiles && comment.filePath !== undefined) || hasFile(content, comment.filePath)
    : blockOf(comment, loadedBlocks(content)) !== undefined || isInUnopened(comment, content));

/** Until its document is opened, a comment counts as in place. */
const isInUnopened = ({ type, file }: DocumentComment, content: ContentSlice): boolean =>
  type !== 'GLOBAL_COMMENT' && file !== undefined && !isLoaded(content, file);

/** The same for an editor. That of an existing comment is where the comment is, unless another tab removed that. */
export const isPlacedTarget = (
  target: EditorTarget,
  { content, comments }: Pick<State, 'content' | 'comments'>,
  hasFiles = false,
): boolean => {
  switch (target.kind) {
    case 'passage':
      return rangesOf(target.passage, loadedBlocks(content)).length > 0;
    case 'lines':
      return (
        target.target.isOutdated !== true && (hasFiles || hasFile(content, target.target.filePath))
      );
    case 'whole':
      return false;
    case 'comment':
      return comments.some(({ id }) => id === target.commentId);
  }
};

/** The target of a comment as text: the quote, or file and lines. */
export const quoteOf = (comment: Comment): string => {
  if (!('scope' in comment)) return comment.originalText ?? '';
  return linesWithAge(comment);
};

/** The same for an editor. */
export const targetQuote = (target: EditorTarget): string => {
  if (target.kind === 'passage') return target.passage.originalText;
  return target.kind === 'lines' ? linesWithAge(target.target) : '';
};

const linesWithAge = ({
  filePath = '',
  lineStart,
  lineEnd,
  ...age
}: Partial<CommentTarget>): string => withAge(linesOf(filePath, lineStart, lineEnd), age);

/** Adds whether the lines are outdated or changed. */
export const withAge = (
  lines: string,
  { isOutdated, isApproximate }: Pick<CommentTarget, 'isOutdated' | 'isApproximate'>,
): string => {
  if (isOutdated === true) return `${lines} · ${texts().freshness.isOutdated}`;
  return isApproximate === true ? `${lines} · ${texts().comments.changedSince}` : lines;
};

/** `path`, `path:3` or `path:3–5`. */
export const linesOf = (filePath: string, lineStart?: number, lineEnd?: number): string => {
  if (lineStart === undefined) return filePath;
  return lineEnd === undefined || lineEnd === lineStart
    ? `${filePath}:${lineStart}`
    : `${filePath}:${lineStart}–${lineEnd}`;
};
