import type { Comment } from '../annotations/comment.ts';
import type { CommentKind } from '../annotations/comment-kinds.ts';

type KindCounts = Readonly<Record<CommentKind, number>>;

/** Counts comments by kind. */
export const countKinds = (comments: readonly Comment[]): KindCounts => {
  const counts = { must: 0, replace: 0, question: 0, nit: 0, keep: 0 };
  for (const { kind } of comments) counts[kind] += 1;
  return counts;
};

/** A number with its noun: `1 finding`, `2 findings`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 to address, 1 to keep`; empty without comments. With an approval, comments are notes. */
export const countsInWords = (comments: readonly Comment[], isApproved: boolean): string => {
  const { must, replace, question, nit, keep } = countKinds(comments);
  const notes = must + replace + question + nit;
  const parts: readonly (readonly [number, string])[] = isApproved
    ? [
        [notes, counted(notes, 'note')],
        [keep, `${keep} to keep`],
      ]
    : [
        [must + replace, `${must + replace} to address`],
        [question, `${question} to answer`],
        [nit, counted(nit, 'nit')],
        [keep, `${keep} to keep`],
      ];
  return parts.flatMap(([count, words]) => (count === 0 ? [] : [words])).join(', ');
};
