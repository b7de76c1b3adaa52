import type { Comment } from '../../../shared/annotations/comment.ts';
import { currentKind, type CommentKind } from '../../../shared/annotations/comment-kinds.ts';
import type { DraftBody } from '../../../shared/session/draft.ts';
import { hasWords, originalOf, type Editor, type EditorTarget } from '../store/editors-slice.ts';
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

/** A draft's limit for one text, in UTF-16 units. */
const textAtMost = 65_536;

interface About {
  readonly target: EditorTarget;
  readonly kind: CommentKind;
  /** Only where the target does not say it. */
  readonly original?: string;
}

/**
 * The words as a draft keeps them: an editor becomes entries of its key with `/text`, `/about` and `/code`, and with
 * `/about.1` and so on for what is longer than one of them may be.
 */
export const toDraft = (words: Words, generation: number): DraftBody => {
  const entries: Record<string, string> = {};
  for (const editor of words.editors) {
    const { key, text, target, kind, suggestion, original } = editor;
    const about = JSON.stringify({
      target,
      kind,
      ...(original === originalOf(target) ? {} : { original }),
    } satisfies About);
    if (!hasWords(editor)) continue;
    entries[`${key}/text`] = text;
    for (let at = 0; at < about.length; at += textAtMost)
      entries[aboutName(key, at / textAtMost)] = about.slice(at, at + textAtMost);
    if (suggestion !== undefined) entries[`${key}/code`] = suggestion.slice(0, textAtMost);
  }
  return {
    generation,
    ...(words.feedback === '' ? {} : { feedback: words.feedback }),
    comments: [...words.comments],
    ...(words.dismissed.size === 0 ? {} : { dismissed: [...words.dismissed] }),
    ...(Object.keys(entries).length === 0 ? {} : { editors: entries }),
  };
};

const aboutName = (key: string, part: number): string =>
  `${key}/about${part === 0 ? '' : `.${part}`}`;

const aboutIn = (entries: Readonly<Record<string, string>>, key: string): string => {
  let about = '';
  for (let part = 0, next; (next = entries[aboutName(key, part)]) !== undefined; part += 1)
    about += next;
  return about;
};

/** The words of a draft; what cannot be read of an editor is left out. */
export const fromDraft = (draft: DraftBody | null): Words => {
  if (draft === null) return noWords;
  const { feedback = '', comments, dismissed = [], editors: entries = {} } = draft;
  const editors: Editor[] = [];
  for (const name of Object.keys(entries)) {
    if (!name.endsWith('/about')) continue;
    const key = name.slice(0, -'/about'.length);
    const parsed = parseAbout(aboutIn(entries, key));
    if (parsed === undefined) continue;
    editors.push({
      key,
      ...parsed,
      text: entries[`${key}/text`] ?? '',
      suggestion: entries[`${key}/code`],
    });
  }
  return { feedback, comments, editors, dismissed: new Set(dismissed) };
};

const parseAbout = (text: string): Required<About> | undefined => {
  try {
    const about = JSON.parse(text) as Partial<About>;
    const { target, kind = 'must' } = about;
    if (target === undefined) return undefined;
    return {
      target,
      kind: currentKind(kind) as CommentKind,
      original: about.original ?? originalOf(target),
    };
  } catch {
    // Written by another release: the comments are there, this editor is not.
    return undefined;
  }
};
