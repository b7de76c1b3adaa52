import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DraftBody } from '../../../shared/session/draft.ts';
import type { TextEdit } from '../../../shared/session/source.ts';
import { maxTextLength } from '../store/comments/new-comment.ts';
import { hasWords, originalOf, type Editor } from '../store/editors-slice.ts';
import type { State } from '../store/state.ts';

/** Everything that the user wrote and did not send yet. */
export interface Words {
  readonly feedback: string;
  readonly comments: readonly Comment[];
  readonly editors: readonly Editor[];
  readonly edits: readonly TextEdit[];
  /** Dismissed findings: not text, but part of the draft. */
  readonly dismissed: ReadonlySet<string>;
}

export const noWords: Words = {
  feedback: '',
  comments: [],
  editors: [],
  edits: [],
  dismissed: new Set(),
};

export const wordsOf = ({ draft, comments, editors, annotations }: State): Words => ({
  feedback: draft.feedback,
  comments,
  editors,
  edits: draft.edits,
  dismissed: annotations.dismissedIds,
});

export const isSameWords = (a: Words, b: Words): boolean =>
  a.feedback === b.feedback &&
  a.comments === b.comments &&
  a.editors === b.editors &&
  a.edits === b.edits &&
  a.dismissed === b.dismissed;

/** Whether there is nothing to save. */
export const isUntouched = (words: Words): boolean => isEmpty(words) && words.dismissed.size === 0;

/** Whether no text would be lost. */
export const isEmpty = ({ feedback, comments, editors, edits }: Words): boolean =>
  feedback.trim() === '' && comments.length + edits.length === 0 && !editors.some(hasWords);

/**
 * Serializes a draft: only editors with text, without what follows from their targets.
 * @param contentVersion the version of the content that its places are in
 */
export const toDraft = (
  words: Words,
  generation: number,
  contentVersion?: number,
): DraftBody & { readonly contentVersion?: number } => ({
  generation,
  ...(contentVersion === undefined ? {} : { contentVersion }),
  ...(words.feedback === '' ? {} : { feedback: words.feedback }),
  comments: [...words.comments],
  ...(words.edits.length === 0 ? {} : { edits: [...words.edits] }),
  ...(words.dismissed.size === 0 ? {} : { dismissed: [...words.dismissed] }),
  version: 2,
  editors: words.editors.filter(hasWords).map(({ suggestion, original, ...editor }) => ({
    ...editor,
    suggestion: suggestion?.slice(0, maxTextLength),
    original: original === originalOf(editor.target) ? undefined : original,
  })),
});
