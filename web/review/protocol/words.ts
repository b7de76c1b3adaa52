import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DraftBody } from '../../../shared/session/draft.ts';
import { maxTextLength } from '../store/comments/new-comment.ts';
import { hasWords, originalOf, type Editor } from '../store/editors-slice.ts';
import type { State } from '../store/state.ts';

/** Everything that the reviewer has written and not sent. */
export interface Words {
  readonly feedback: string;
  readonly comments: readonly Comment[];
  readonly editors: readonly Editor[];
  /** The findings that the reviewer has dismissed: no words, but the reviewer's will. */
  readonly dismissed: ReadonlySet<string>;
}

export const noWords: Words = { feedback: '', comments: [], editors: [], dismissed: new Set() };

export const wordsOf = ({ draft, comments, editors, annotations }: State): Words => ({
  feedback: draft.feedback,
  comments,
  editors,
  dismissed: annotations.dismissedIds,
});

export const isSameWords = (a: Words, b: Words): boolean =>
  a.feedback === b.feedback &&
  a.comments === b.comments &&
  a.editors === b.editors &&
  a.dismissed === b.dismissed;

/** Whether there is nothing to keep. */
export const isUntouched = (words: Words): boolean => isEmpty(words) && words.dismissed.size === 0;

/** Whether there are no words that would be lost. */
export const isEmpty = ({ feedback, comments, editors }: Words): boolean =>
  feedback.trim() === '' && comments.length === 0 && !editors.some(hasWords);

/** The words as a draft keeps them: editors that say something, each with what its target does not say. */
export const toDraft = (words: Words, generation: number): DraftBody => ({
  generation,
  ...(words.feedback === '' ? {} : { feedback: words.feedback }),
  comments: [...words.comments],
  ...(words.dismissed.size === 0 ? {} : { dismissed: [...words.dismissed] }),
  version: 2,
  editors: words.editors.filter(hasWords).map(({ suggestion, original, ...editor }) => ({
    ...editor,
    suggestion: suggestion?.slice(0, maxTextLength),
    original: original === originalOf(editor.target) ? undefined : original,
  })),
});

/** The words of a draft. */
export const fromDraft = (draft: DraftBody | null): Words => {
  if (draft === null) return noWords;
  const { feedback = '', comments, dismissed } = draft;
  const editors = draft.editors.map((editor) => ({
    ...editor,
    original: editor.original ?? originalOf(editor.target),
  }));
  return { feedback, comments, editors, dismissed: new Set(dismissed) };
};
