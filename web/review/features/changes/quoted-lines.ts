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

/** New positions of comments and editor targets after a refresh. */
export type LineAnchors = ReadonlyMap<object, Anchor<LinePlace>>;

const isOnLines = (comment: Comment): comment is ReviewComment =>
  'scope' in comment && comment.scope === 'line';

/** The quoted lines of all comments and open editors, by comment or target. */
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

/** Moves comments to their new positions; unplaced ones are kept. */
export const anchoredComments = (
  comments: readonly Comment[],
  anchors: LineAnchors,
): readonly Comment[] =>
  comments.map((comment) =>
    isOnLines(comment) ? anchoredLines(comment, anchors.get(comment)) : comment,
  );

/** The same for open editors. */
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
