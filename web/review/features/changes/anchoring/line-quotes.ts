import type { Comment, ReviewComment } from '../../../../../shared/annotations/comment.ts';
import type { Anchor } from '../../../../../shared/placement/anchor.ts';
import {
  anchoredLines,
  quotedLines,
  type FileQuote,
  type LinePlace,
} from '../../../../../shared/placement/anchor-lines.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Editor } from '../../../store/editors-slice.ts';
import type { State } from '../../../store/state.ts';

/** The lines that a comment or an open editor is on. */
export interface LineQuote extends FileQuote {
  /** Of the comment or the editor. */
  readonly key: string;
}

/** New positions of comments and editor targets. */
export type LineAnchors = ReadonlyMap<object, Anchor<LinePlace>>;

export const isOnLines = (comment: Comment): comment is ReviewComment =>
  'scope' in comment && comment.scope === 'line';

/** The quoted lines of all comments and open editors, by comment or target. */
export const quotesIn = ({
  comments,
  editors,
}: Pick<State, 'comments' | 'editors'>): ReadonlyMap<object, LineQuote> => {
  const quotes = new Map<object, LineQuote>();
  for (const comment of comments.filter(isOnLines)) {
    const quote = quotedLines(comment, comment.originalCode);
    if (quote !== undefined) quotes.set(comment, { ...quote, key: comment.id });
  }
  for (const { key, target } of editors) {
    if (target.kind !== 'lines') continue;
    const quote = quotedLines(target.target, target.originalCode || undefined);
    if (quote !== undefined) quotes.set(target, { ...quote, key });
  }
  return quotes;
};

/** Moves comments to their new positions; unplaced ones are kept. */
export const anchoredComments = (comments: readonly Comment[], anchors: LineAnchors): Comment[] =>
  comments.map((comment) =>
    isOnLines(comment) ? anchoredLines(comment, anchors.get(comment)) : comment,
  );

/** The same for open editors. */
export const anchoredEditors = (editors: readonly Editor[], anchors: LineAnchors): Editor[] =>
  editors.map((editor) => {
    const { target } = editor;
    const anchor = anchors.get(target);
    if (target.kind !== 'lines' || anchor === undefined) return editor;
    return { ...editor, target: { ...target, target: anchoredLines(target.target, anchor) } };
  });

export const fileOf = (files: readonly ChangedFile[], filePath: string): ChangedFile | undefined =>
  files.find(({ path }) => path === filePath) ?? files.find(({ oldPath }) => oldPath === filePath);
