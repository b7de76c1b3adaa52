import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { Anchor } from '../../../../shared/placement/anchor.ts';
import {
  anchoredLines,
  quotedLines,
  type FileQuote,
  type LinePlace,
} from '../../../../shared/placement/anchor-lines.ts';
import type { Editor } from '../../store/editors-slice.ts';
import type { State } from '../../store/state.ts';

/** Where comments, and targets of editors, are in the change as it is now. */
export type LineAnchors = ReadonlyMap<object, Anchor<LinePlace>>;

const isOnLines = (comment: Comment): comment is ReviewComment =>
  'scope' in comment && comment.scope === 'line';

/** All that was said about lines, or is being written about them, by comment or target of an editor. */
export const quotesIn = ({
  comments,
  editors,
}: Pick<State, 'comments' | 'editors'>): ReadonlyMap<object, FileQuote> => {
  const quotes = new Map<object, FileQuote>();
  for (const comment of comments.filter(isOnLines)) {
    const quote = quotedLines(comment, comment.originalCode);
    if (quote !== undefined) quotes.set(comment, quote);
  }
  for (const { target } of editors) {
    if (target.kind !== 'lines') continue;
    const code = target.originalCode === '' ? undefined : target.originalCode;
    const quote = quotedLines(target.target, code);
    if (quote !== undefined) quotes.set(target, quote);
  }
  return quotes;
};

/** Comments in another version of a change; none is lost. */
export const anchoredComments = (
  comments: readonly Comment[],
  anchors: LineAnchors,
): readonly Comment[] =>
  comments.map((comment) =>
    isOnLines(comment) ? anchoredLines(comment, anchors.get(comment)) : comment,
  );

/** The same of what is being written. */
export const anchoredEditors = (
  editors: readonly Editor[],
  anchors: LineAnchors,
): readonly Editor[] =>
  editors.map((editor) => {
    const { target } = editor;
    if (target.kind !== 'lines') return editor;
    const lines = anchoredLines(target.target, anchors.get(target));
    return { ...editor, target: { ...target, target: lines } };
  });
