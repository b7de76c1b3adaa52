import type { QuietHunk, StructureEntry } from '../../../shared/session/structure.ts';
import type { Entity } from './entity.ts';
import { groupOf, longestRise, pairBy } from './pairing.ts';

/** An entity that has no counterpart of the same name where it stands. */
export interface LooseEntity {
  readonly fileId: string;
  /** With the names of what it is in. */
  readonly name: string;
  readonly entity: Entity;
  /** Set if it is told of with what it is in, unless it came from elsewhere. */
  readonly isMember?: boolean;
}

/** What is known of the entities of a change: what happened to them, and those without a counterpart. */
export interface Comparison {
  readonly entries: FoundEntry[];
  readonly removed: LooseEntity[];
  readonly added: LooseEntity[];
  readonly quiet: QuietHunk[];
}

/** Without the line that the diff shows, which its hunks tell. */
export type FoundEntry = Omit<StructureEntry, 'line'>;

export const newComparison = (): Comparison => ({
  entries: [],
  removed: [],
  added: [],
  quiet: [],
});

/** Where entities are: their file, and the name of what they are in. */
interface Place {
  readonly fileId: string;
  readonly parent: string;
}

/** The same entity on both sides. */
interface Pair extends Place {
  readonly before: Entity;
  readonly after: Entity;
  /** Whether it has changed places with others. */
  readonly hasMoved?: boolean;
}

/** Compares the sides of a file: entities by their names. One side is undefined if the file is new or gone. */
export const compareSides = (
  into: Comparison,
  fileId: string,
  { before, after }: { readonly before: Entity | undefined; readonly after: Entity | undefined },
): void => {
  const place = { fileId, parent: '' };
  if (before === undefined || after === undefined) {
    into.removed.push(...listed(before, place));
    into.added.push(...listed(after, place));
    return;
  }
  const sizeOf = () => into.entries.length + into.added.length + into.removed.length;
  const size = sizeOf();
  comparePair(into, { ...place, before, after });
  // Only the whitespace between entities differs, or the file would not be part of the change.
  if (sizeOf() === size)
    into.entries.push({ ...placeOf(after, fileId, ''), change: 'reformatted' });
};

const listed = (file: Entity | undefined, place: Place): LooseEntity[] =>
  (file?.members ?? [])
    .filter(({ kind }) => kind !== 'imports')
    .map((member) => loose(member, place));

export const loose = (entity: Entity, { fileId, parent }: Place): LooseEntity => ({
  fileId,
  name: within(parent, entity.name),
  entity,
});

const within = (parent: string, name: string): string =>
  parent === '' || name === '' ? name : `${parent}.${name}`;

export const placeOf = (entity: Entity, fileId: string, name: string) => ({
  fileId,
  kind: entity.kind,
  name,
  side: 'new' as const,
  first: entity.first,
  last: entity.last,
});

const comparePair = (into: Comparison, pair: Pair): void => {
  const { before, after, fileId, parent, hasMoved = false } = pair;
  const name = within(parent, after.name);
  const place = placeOf(after, fileId, name);
  const isSame = before.code === after.code;
  const areMembersKept = compareMembers(into, { before, after, fileId, parent: name });
  if (hasMoved)
    into.entries.push({ ...place, change: 'moved', ...(isSame ? {} : { isChanged: true }) });
  else if (!isSame) into.entries.push({ ...place, change: 'changed' });
  // Where members come and go, so does the whitespace around them.
  else if (before.text !== after.text && areMembersKept)
    into.entries.push({ ...place, change: 'reformatted' });
};

/** Compares the members of both; `parent` is their own name. @returns whether they have the same, in the same order */
export const compareMembers = (into: Comparison, { before, after, ...place }: Pair): boolean => {
  const left = { before: new Set(before.members), after: new Set(after.members) };
  const paired = new Map<Entity, Entity>();
  const pair = (was: Entity, is: Entity): void => {
    left.before.delete(was);
    left.after.delete(is);
    paired.set(is, was);
  };
  // Of several with the same name, the same ones first.
  pairBy(left, (one) => `${groupOf(one.kind)} ${one.body} ${one.name}`, pair);
  pairBy(left, (one) => `${groupOf(one.kind)} ${one.name}`, pair);
  const pairs = after.members.flatMap((is) => {
    const was = paired.get(is);
    return was === undefined ? [] : [{ was, is }];
  });
  const positions = new Map(before.members.map((was, index) => [was, index]));
  const inOrder = longestRise(pairs.map(({ was }) => positions.get(was) ?? 0));
  let areKept = left.before.size + left.after.size === 0;
  for (const [index, { was, is }] of pairs.entries()) {
    // Code around it may have changed places with it as well.
    const isPastCode = before.code === after.code && was.after !== is.after;
    const hasMoved = is.kind !== 'imports' && (!inOrder.has(index) || isPastCode);
    areKept &&= !hasMoved;
    comparePair(into, { ...place, before: was, after: is, hasMoved });
  }
  for (const was of left.before)
    if (was.kind === 'imports') into.entries.push(asRemoved(loose(was, place)));
    else into.removed.push(loose(was, place));
  for (const is of left.after)
    if (is.kind === 'imports') into.entries.push(asAdded(loose(is, place)));
    else into.added.push(loose(is, place));
  return areKept;
};

export const asRemoved = ({ entity, fileId, name }: LooseEntity): FoundEntry => ({
  ...placeOf(entity, fileId, name),
  side: 'old',
  change: 'removed',
});

export const asAdded = ({ entity, fileId, name }: LooseEntity): FoundEntry => ({
  ...placeOf(entity, fileId, name),
  change: 'added',
});
