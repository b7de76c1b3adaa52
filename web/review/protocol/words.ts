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

/** Serializes a draft: only editors with text, without what follows from their targets. */
export const toDraft = (words: Words, generation: number): DraftBody => ({
  generation,
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

export const fromDraft = (draft: DraftBody | null): Words => {
  if (draft === null) return noWords;
  const { feedback = '', comments, edits = [], dismissed } = draft;
  const editors = draft.editors.map((editor) => ({
    ...editor,
    original: editor.original ?? originalOf(editor.target),
  }));
  return { feedback, comments, editors, edits, dismissed: new Set(dismissed) };
};

/**
 * Three-way merge of drafts from two tabs. Additions, changes and removals of both sides apply; if both changed the
 * same text, both texts are kept.
 */
export const mergeWords = (base: Words, ours: Words, theirs: Words): Words => ({
  feedback: mergeText(base.feedback, ours.feedback, theirs.feedback),
  comments: mergeLists(
    { base: base.comments, ours: ours.comments, theirs: theirs.comments },
    ({ id }) => id,
  ),
  editors: mergeLists(
    { base: base.editors, ours: ours.editors, theirs: theirs.editors },
    ({ key }) => key,
  ),
  edits: mergeLists(
    { base: base.edits, ours: ours.edits, theirs: theirs.edits },
    ({ file = '' }) => file,
    // The reviewer merges them.
    (before, mine, { text: other }) =>
      other === mine.text || other === before?.text ? mine : { ...mine, other },
  ),
  dismissed: mergeSets(base.dismissed, ours.dismissed, theirs.dismissed),
});

const mergeSets = (
  base: ReadonlySet<string>,
  ours: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
): ReadonlySet<string> => {
  const merged = new Set(theirs);
  for (const id of ours) if (!base.has(id)) merged.add(id);
  for (const id of base) if (!ours.has(id)) merged.delete(id);
  return merged;
};

interface Sides<Item> {
  readonly base: readonly Item[];
  readonly ours: readonly Item[];
  readonly theirs: readonly Item[];
}

/** What becomes of an item that both have changed. */
type MergeBoth<Item> = (base: Item | undefined, ours: Item, theirs: Item) => Item;

const bothTexts = <Item extends { readonly text: string }>(
  base: Item | undefined,
  ours: Item,
  theirs: Item,
): Item => ({ ...ours, text: mergeText(base?.text ?? '', ours.text, theirs.text) });

const mergeLists = <Item extends { readonly text: string }>(
  { base, ours, theirs }: Sides<Item>,
  keyOf: (item: Item) => string,
  both: MergeBoth<Item> = bothTexts,
): readonly Item[] => {
  const was = new Map(base.map((item) => [keyOf(item), item]));
  const mine = new Map(ours.map((item) => [keyOf(item), item]));
  const other = new Map(theirs.map((item) => [keyOf(item), item]));
  const merged: Item[] = [];
  for (const key of new Set([...other.keys(), ...mine.keys()])) {
    const item = mergeItem(was.get(key), mine.get(key), other.get(key), both);
    if (item !== undefined) merged.push(item);
  }
  return merged;
};

/** A change wins over a removal. */
// oxlint-disable-next-line max-params
const mergeItem = <Item extends { readonly text: string }>(
  base: Item | undefined,
  ours: Item | undefined,
  theirs: Item | undefined,
  both: MergeBoth<Item>,
): Item | undefined => {
  if (ours === undefined) return base === undefined || isChanged(base, theirs) ? theirs : undefined;
  if (theirs === undefined) return base === undefined || isChanged(base, ours) ? ours : undefined;
  if (base !== undefined && !isChanged(base, ours)) return theirs;
  return both(base, ours, theirs);
};

const isChanged = (base: unknown, item: unknown): boolean => canonical(base) !== canonical(item);

/** Key order and undefined fields do not matter: the server's are sorted differently and left out. */
const canonical = (item: unknown): string =>
  JSON.stringify(item, (_, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const mergeText = (base: string, ours: string, theirs: string): string => {
  if (ours === base) return theirs;
  if (theirs === base || ours.includes(theirs)) return ours;
  return theirs.includes(ours) ? theirs : `${ours}\n\n${theirs}`;
};
