import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Editor } from '../store/editors-slice.ts';
import type { Words } from './words.ts';

/**
 * Three-way merge of drafts from two tabs. Additions, changes and removals of both sides apply; if both changed the
 * same text, both texts are kept.
 */
export const mergeWords = (base: Words, ours: Words, theirs: Words): Words => {
  const editors = mergeLists(
    { base: base.editors, ours: ours.editors, theirs: theirs.editors },
    ({ key }) => key,
  );
  const comments = mergeLists(
    { base: base.comments, ours: ours.comments, theirs: theirs.comments },
    ({ id }) => id,
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
