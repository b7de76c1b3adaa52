import type { Comment } from '../../../shared/annotations/comment.ts';
import type { DraftBody } from '../../../shared/session/draft.ts';
import type { EditorTarget } from '../../../shared/session/editor.ts';
import type { TextEdit } from '../../../shared/session/source.ts';
import { originalOf, type Editor } from '../store/editors-slice.ts';
import { noWords, type Words } from './words.ts';

/** The words of a saved draft. */
export const fromDraft = (draft: DraftBody | null): Words => {
  if (draft === null) return noWords;
  const { feedback = '', comments, edits = [], dismissed } = draft;
  const editors = draft.editors.map((editor) => ({
    ...editor,
    original: editor.original ?? originalOf(editor.target),
  }));
  return { feedback, comments, editors, edits, dismissed: new Set(dismissed) };
};

interface TheirWords extends Words {
  /** Whether their places are in older content than ours. */
  readonly isOlder?: boolean;
}

/**
 * Three-way merge of drafts from two tabs. Additions, changes and removals of both sides apply; if both changed the
 * same text, both texts are kept. What a refresh moved has not been changed by anybody: its place is theirs, unless
 * only ours is certain.
 */
export const mergeWords = (base: Words, ours: Words, theirs: TheirWords): Words => {
  const editors = mergeLists(
    { ...theirs, base: base.editors, ours: ours.editors, theirs: theirs.editors },
    editorParts,
  );
  const comments = mergeLists(
    { ...theirs, base: base.comments, ours: ours.comments, theirs: theirs.comments },
    commentParts,
  );
  const lost = editors.flatMap((editor) => commentWithout(comments, editor, ours) ?? []);
  return { ...mergeRest(base, ours, theirs), editors, comments: [...comments, ...lost] };
};

/** The comment that an editor of ours changes, if the merged comments do not have it. */
const commentWithout = (
  merged: readonly Comment[],
  { target }: Editor,
  ours: Words,
): Comment | undefined => {
  if (target.kind !== 'comment') return undefined;
  const isIt = ({ id }: Comment): boolean => id === target.commentId;
  return merged.some(isIt) ? undefined : ours.comments.find(isIt);
};

/** What another tab has closed or removed, but stays here while it has the focus. */
export interface Held {
  readonly editor: Editor;
  /** The comment that it changes, if that is gone, too. */
  readonly comment: Comment | undefined;
}

/**
 * Adds to the merged words what the merge would take from under the user's hands.
 * @param shown what the page shows, of which the editor with that key has the focus
 */
export const keepFocused = (
  merged: Words,
  shown: Words,
  focused: string | undefined,
): { readonly words: Words; readonly held: Held | undefined } => {
  const isIt = ({ key }: Editor): boolean => key === focused;
  const editor = shown.editors.find(isIt);
  if (editor === undefined || merged.editors.some(isIt)) return { words: merged, held: undefined };
  const comment = commentWithout(merged.comments, editor, shown);
  const words = {
    ...merged,
    editors: [...merged.editors, editor],
    comments: comment === undefined ? merged.comments : [...merged.comments, comment],
  };
  return { words, held: { editor, comment } };
};

const mergeRest = (
  base: Words,
  ours: Words,
  theirs: Words,
): Omit<Words, 'editors' | 'comments'> => ({
  feedback: mergeText(base.feedback, ours.feedback, theirs.feedback),
  edits: mergeLists({ base: base.edits, ours: ours.edits, theirs: theirs.edits }, editParts),
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

interface Sides<Item> extends Pick<TheirWords, 'isOlder'> {
  readonly base: readonly Item[];
  readonly ours: readonly Item[];
  readonly theirs: readonly Item[];
}

/** What an item of a draft is made of. */
interface Parts<Item> {
  readonly keyOf: (item: Item) => string;
  /** All but its place. */
  readonly said: (item: Item) => unknown;
  /** What becomes of an item that both have changed. */
  readonly both: (base: Item | undefined, ours: Item, theirs: Item) => Item;
  /** The item at the place of another one. */
  readonly at: (item: Item, other: Item) => Item;
  readonly isCertain: (item: Item) => boolean;
}

const bothTexts = <Item extends { readonly text: string }>(
  base: Item | undefined,
  ours: Item,
  theirs: Item,
): Item => ({ ...ours, text: mergeText(base?.text ?? '', ours.text, theirs.text) });

interface Marks {
  readonly isOutdated?: boolean;
  readonly isApproximate?: boolean;
  readonly foundText?: string;
}

const isUnmarked = ({ isOutdated, isApproximate, foundText }: Marks): boolean =>
  isOutdated !== true && isApproximate !== true && foundText === undefined;

/** What anchoring changes. */
const placeFields: ReadonlySet<string> = new Set([
  'blockId',
  'startOffset',
  'endOffset',
  'startLine',
  'endLine',
  'section',
  'foundText',
  'lineStart',
  'lineEnd',
  'isOutdated',
  'isApproximate',
]);

const fieldsOf = (comment: Comment, arePlaces: boolean): object =>
  Object.fromEntries(
    Object.entries(comment).filter(([name]) => placeFields.has(name) === arePlaces),
  );

const commentParts: Parts<Comment> = {
  keyOf: ({ id }) => id,
  said: (comment) => fieldsOf(comment, false),
  both: bothTexts,
  at: (comment, other) => ({ ...fieldsOf(comment, false), ...fieldsOf(other, true) }) as Comment,
  isCertain: isUnmarked,
};

const marksOf = (target: EditorTarget): Marks => {
  switch (target.kind) {
    case 'lines':
      return target.target;
    case 'passage':
      return target.passage;
    case 'whole':
    case 'comment':
      return {};
  }
};

const editorParts: Parts<Editor> = {
  keyOf: ({ key }) => key,
  said: ({ target: _, ...said }) => said,
  both: bothTexts,
  at: (editor, { target }) => ({ ...editor, target }),
  isCertain: ({ target }) => isUnmarked(marksOf(target)),
};

const editParts: Parts<TextEdit> = {
  keyOf: ({ file = '' }) => file,
  said: (edit) => edit,
  // The reviewer merges them.
  both: (before, mine, { text: other }) =>
    other === mine.text || other === before?.text ? mine : { ...mine, other },
  at: (edit) => edit,
  isCertain: () => true,
};

const mergeLists = <Item>(
  { base, ours, theirs, isOlder = false }: Sides<Item>,
  parts: Parts<Item>,
): readonly Item[] => {
  const { keyOf } = parts;
  const was = new Map(base.map((item) => [keyOf(item), item]));
  const mine = new Map(ours.map((item) => [keyOf(item), item]));
  const other = new Map(theirs.map((item) => [keyOf(item), item]));
  const merged: Item[] = [];
  for (const key of new Set([...other.keys(), ...mine.keys()])) {
    const item = mergeItem([was.get(key), mine.get(key), other.get(key)], parts, isOlder);
    if (item !== undefined) merged.push(item);
  }
  return merged;
};

/** A change wins over a removal. */
const mergeItem = <Item>(
  [base, ours, theirs]: readonly [Item | undefined, Item | undefined, Item | undefined],
  { said, both, at, isCertain }: Parts<Item>,
  isOlder: boolean,
): Item | undefined => {
  const isChanged = (item: Item): boolean =>
    base === undefined || canonical(said(base)) !== canonical(said(item));
  if (ours === undefined) return theirs !== undefined && isChanged(theirs) ? theirs : undefined;
  if (theirs === undefined) return isChanged(ours) ? ours : undefined;
  const isOurPlace = isOlder || (isCertain(ours) && !isCertain(theirs));
  if (isOurPlace && canonical(said(ours)) === canonical(said(theirs))) return ours;
  const words = isChanged(ours) ? both(base, ours, theirs) : theirs;
  return at(words, isOurPlace ? ours : theirs);
};

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
