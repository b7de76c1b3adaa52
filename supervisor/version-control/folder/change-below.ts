import { createHash } from 'node:crypto';
import { GalleyError } from '../../../shared/errors.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { Change, Comparison, CurrentState, WantedSide } from '../provider.ts';
import { readOneByOne, type Content } from '../read-contents.ts';
import {
  comparePartsIgnoringSpace,
  compareParts,
  failedState,
  joinParts,
  ownContents,
  type NotCompared,
} from './compare-parts.ts';
import { fileWithin, partAt, withEach, type Part } from './parts.ts';

export interface Comparing {
  readonly parts: readonly Part[];
  /** Repositories that could not be compared when this was resolved. */
  readonly notCompared: readonly NotCompared[];
  /** The folders of the repositories that there are now. */
  readonly find: () => Promise<readonly string[]>;
}

type ComparedChange = Required<
  Pick<Change, 'compare' | 'compareIgnoringSpace' | 'readSide' | 'readSides' | 'readState'>
>;

/** The changes of several repositories as one, with each path below its folder. */
export const changeBelow = ({ parts: all, notCompared, find }: Comparing): ComparedChange => {
  const known = [...all, ...notCompared].map(({ folder }) => folder).toSorted();
  const parts = all.filter(({ isCompared }) => isCompared);
  return {
    compare: async (options) => {
      const { states, seen, ...compared } = await compareParts(parts, notCompared, options);
      return { ...stateOf(known, states), ...joinParts(parts, seen), ...compared };
    },
    compareIgnoringSpace: (options) => comparePartsIgnoringSpace(parts, options),
    readSide: async (wanted, take, context) => {
      const found = partOf(parts, wanted);
      if (found?.part.change.readSide === undefined)
        throw new GalleyError('not_found', 'This file has no content on this side.');
      await found.part.change.readSide(found.inside, take, context);
    },
    readSides: (wanted, context) => readSides(parts, wanted, context),
    readState: async (contents, context) => {
      const now = (await find()).toSorted();
      if (now.join('\0') !== known.join('\0')) return { state: digest(now), isEmpty: false };
      const states = await withEach(parts, ({ change }, index) =>
        readPartState(change, ownContents(contents, index), context),
      );
      const { state = '' } = stateOf(
        known,
        states.map((one) => one?.state),
      );
      const isEmpty = states.every((one) => one?.isEmpty !== false) && notCompared.length === 0;
      const seen = joinParts(
        parts,
        states.map((one) => one?.parts),
      );
      return { state, isEmpty, ...seen };
    },
  };
};

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/** None if that of a part is unknown. */
const stateOf = (
  folders: readonly string[],
  states: readonly (string | undefined)[],
): Pick<Comparison, 'state'> => {
  const known = states.filter((state) => state !== undefined);
  return known.length < states.length ? {} : { state: digest([...folders, ...known]) };
};

/** A repository that cannot be read any more has changed. */
const readPartState = async (
  { readState }: Change,
  contents: string | undefined,
  context: TaskContext,
): Promise<CurrentState | undefined> => {
  try {
    return await readState?.(contents, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof GalleyError)) throw error;
    return { state: failedState, isEmpty: false };
  }
};

/** The part that has a file, and the file as that knows it. */
const partOf = (parts: readonly Part[], wanted: WantedSide) => {
  const found = partAt(parts, wanted.file.path);
  return (
    found && {
      part: found.part,
      inside: { ...wanted, file: fileWithin(found.part.folder, wanted.file) },
    }
  );
};

const readSides = async (
  parts: readonly Part[],
  wanted: readonly WantedSide[],
  context: TaskContext,
): Promise<Content[]> => {
  const contents = new Map<WantedSide, Content>();
  const found = wanted.map((one) => ({ one, ...partOf(parts, one) }));
  for (const part of parts) {
    const own = found.flatMap(({ one, part: its, inside }) =>
      its === part && inside !== undefined ? [{ one, inside }] : [],
    );
    const { readSide, readSides: readMany } = part.change;
    if (own.length === 0 || readSide === undefined) continue;
    const inside = own.map((one) => one.inside);
    const read = await (readMany?.(inside, context) ?? readOneByOne(readSide, inside, context));
    for (const [index, { one }] of own.entries()) contents.set(one, read[index]);
  }
  return wanted.map((one) => contents.get(one));
};
