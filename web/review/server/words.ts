import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DraftBody } from '../../../shared/session/draft.ts';
import { hasWords, type Editor, type EditorTarget } from '../store/editors-slice.ts';
import type { State } from '../store/state.ts';

/** Everything that the reviewer has written and not sent. */
export interface Words {
  readonly feedback: string;
  readonly comments: readonly Comment[];
  readonly editors: readonly Editor[];
}

export const noWords: Words = { feedback: '', comments: [], editors: [] };

export const wordsOf = ({ draft, comments, editors }: State): Words => ({
  feedback: draft.feedback,
  comments,
  editors,
});

export const isSameWords = (a: Words, b: Words): boolean =>
  a.feedback === b.feedback && a.comments === b.comments && a.editors === b.editors;

/** Whether there is anything that would be lost. */
export const isEmpty = ({ feedback, comments, editors }: Words): boolean =>
  feedback.trim() === '' && comments.length === 0 && !editors.some(hasWords);

/** A draft's limit for one text; longer code of an editor is not kept, the reviewer's own text always fits. */
const textAtMost = 65_536;

interface About {
  readonly target: EditorTarget;
  readonly reviewKind: Editor['reviewKind'];
}

/** The words as a draft keeps them: an editor becomes entries of its key with `/text`, `/about` and `/code`. */
export const toDraft = (words: Words, generation: number): DraftBody => {
  const entries: Record<string, string> = {};
  for (const editor of words.editors) {
    const { key, text, target, reviewKind, suggestedCode } = editor;
    const about = JSON.stringify({ target, reviewKind } satisfies About);
    if (!hasWords(editor) || about.length > textAtMost) continue;
    entries[`${key}/text`] = text;
    entries[`${key}/about`] = about;
    if (suggestedCode !== undefined) entries[`${key}/code`] = suggestedCode.slice(0, textAtMost);
  }
  return {
    generation,
    ...(words.feedback === '' ? {} : { feedback: words.feedback }),
    comments: [...words.comments],
    ...(Object.keys(entries).length === 0 ? {} : { editors: entries }),
  };
};

/** The words of a draft; what cannot be read of an editor is left out. */
export const fromDraft = (draft: DraftBody | null): Words => {
  if (draft === null) return noWords;
  const editors: Editor[] = [];
  for (const [name, about] of Object.entries(draft.editors ?? {})) {
    if (!name.endsWith('/about')) continue;
    const key = name.slice(0, -'/about'.length);
    const parsed = parseAbout(about);
    if (parsed === undefined) continue;
    editors.push({
      key,
      ...parsed,
      text: draft.editors?.[`${key}/text`] ?? '',
      suggestedCode: draft.editors?.[`${key}/code`],
    });
  }
  return { feedback: draft.feedback ?? '', comments: draft.comments, editors };
};

const parseAbout = (text: string): About | undefined => {
  try {
    return JSON.parse(text) as About;
  } catch {
    // Written by another release: the comments are there, this editor is not.
    return undefined;
  }
};
