import {
  asAdded,
  asRemoved,
  compareMembers,
  loose,
  newComparison,
  placeOf,
  type Comparison,
  type FoundEntry,
  type LooseEntity,
} from './compare-sides.ts';
import { likenessOf } from './likeness.ts';
import { groupOf, pairBy, type Unpaired } from './pairing.ts';

/** Shorter code is alike by chance. */
const minTokens = 12;
const minNamedTokens = 5;
/** The likeness from which an entity is the same one, renamed or moved. */
const minLikeness = 0.8;

/** Finds what was renamed or moved among what has no counterpart; the rest was added or removed. */
export const matchLoose = (made: Omit<Comparison, 'quiet'>): FoundEntry[] => {
  const left = { before: new Set(made.removed), after: new Set(made.added) };
  const entries = [...made.entries];
  const members = newComparison();
  const pair = (was: LooseEntity, is: LooseEntity): void => {
    left.before.delete(was);
    left.after.delete(is);
    entries.push(brought(was, is));
    const [before, after] = [was.entity, is.entity];
    if (before.body !== after.body && after.members.length > 0)
      compareMembers(members, { before, after, fileId: is.fileId, parent: is.name });
  };
  const pairAll = (): void => {
    pairBy(left, keyWithName, pair);
    pairBy(left, keyWithFile, pair);
    pairBy(left, keyOf, pair);
    pairAlike(left, pair);
  };
  pairAll();
  // What was in a class may have gone elsewhere without it.
  const inside = (side: ReadonlySet<LooseEntity>) => [...side].flatMap(membersOf);
  for (const one of [...inside(left.before), ...members.removed]) left.before.add(one);
  for (const one of [...inside(left.after), ...members.added]) left.after.add(one);
  pairAll();
  const isListed = ({ isMember }: LooseEntity): boolean => isMember !== true;
  return [
    ...entries,
    ...members.entries,
    ...[...left.before].filter(isListed).map(asRemoved),
    ...[...left.after].filter(isListed).map(asAdded),
  ];
};

const membersOf = ({ entity, fileId, name }: LooseEntity): LooseEntity[] =>
  entity.members.flatMap((member) => {
    const one = { ...loose(member, { fileId, parent: name }), isMember: true };
    return [one, ...membersOf(one)];
  });

const keyOf = ({ entity }: LooseEntity): string | undefined =>
  entity.tokens < minTokens ? undefined : `${groupOf(entity.kind)} ${entity.body}`;

const keyWithName = ({ entity }: LooseEntity): string | undefined =>
  entity.tokens < minNamedTokens
    ? undefined
    : `${groupOf(entity.kind)} ${entity.body} ${entity.name}`;

const keyWithFile = (one: LooseEntity): string | undefined => {
  const key = keyOf(one);
  return key === undefined ? undefined : `${key} ${one.fileId}`;
};

/** How many entities a run of tokens may be in to tell any of them. */
const maxSharing = 40;
/** How many of those with the most common runs are compared. */
const maxCandidates = 6;

/**
 * Pairs what is alike, the most alike first. Only entities that share rare runs of tokens are compared, so that the
 * work grows with their number, not with its square.
 */
const pairAlike = (
  { before, after }: Unpaired<LooseEntity>,
  pair: (was: LooseEntity, is: LooseEntity) => void,
): void => {
  const byRun = entitiesByRun(before);
  const pairs: { was: LooseEntity; is: LooseEntity; rank: number }[] = [];
  for (const is of after)
    for (const was of likely(is, byRun)) {
      if (groupOf(was.entity.kind) !== groupOf(is.entity.kind)) continue;
      const likeness = likenessOf(was.entity.sketch, is.entity.sketch);
      const isNamesake = was.entity.name === is.entity.name;
      if (likeness >= minLikeness) pairs.push({ was, is, rank: likeness + (isNamesake ? 1 : 0) });
    }
  const taken = new Set<LooseEntity>();
  for (const { was, is } of pairs.toSorted((a, b) => b.rank - a.rank)) {
    if (taken.has(was) || taken.has(is)) continue;
    taken.add(was).add(is);
    pair(was, is);
  }
};

type ByRun = ReadonlyMap<number, readonly LooseEntity[]>;

const entitiesByRun = (entities: Iterable<LooseEntity>): ByRun => {
  const byRun = new Map<number, LooseEntity[]>();
  for (const one of entities)
    for (const run of one.entity.tokens < minTokens ? [] : one.entity.sketch) {
      const sharing = byRun.get(run);
      if (sharing === undefined) byRun.set(run, [one]);
      else if (sharing.length < maxSharing) sharing.push(one);
    }
  return byRun;
};

const likely = ({ entity }: LooseEntity, byRun: ByRun): LooseEntity[] => {
  const common = new Map<LooseEntity, number>();
  for (const run of entity.sketch)
    for (const was of byRun.get(run) ?? []) common.set(was, (common.get(was) ?? 0) + 1);
  const found = [...common].toSorted(([, a], [, b]) => b - a).slice(0, maxCandidates);
  return found.map(([was]) => was);
};

/** The entry of something that is called otherwise, or is elsewhere. */
const brought = (was: LooseEntity, is: LooseEntity): FoundEntry => {
  const isElsewhere = was.fileId !== is.fileId;
  const isRenamed = was.entity.name !== is.entity.name;
  return {
    ...placeOf(is.entity, is.fileId, is.name),
    change: isElsewhere || !isRenamed ? 'moved' : 'renamed',
    ...(was.entity.body === is.entity.body ? {} : { isChanged: true }),
    ...(was.name === is.name ? {} : { fromName: was.name }),
    ...(isElsewhere ? { fromFileId: was.fileId } : {}),
  };
};
