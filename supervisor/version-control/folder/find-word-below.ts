import { GalleyError } from '../../../shared/errors.ts';
import type { CutReason } from '../../../shared/session/navigation.ts';
import { Semaphore } from '../../semaphore.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { ChangeRepository, FileLines, WantedWord } from '../provider.ts';
import { below, partAt, withEach, type RepositoryPart } from './parts.ts';

type FindWord = NonNullable<ChangeRepository['findWord']>;

/** How long is searched in all repositories together. */
const timeLimitMs = 30_000;

/** Which reason is said if there are several. */
const reasons: readonly CutReason[] = ['count', 'time', 'files', 'repositories'];

/**
 * Searches several repositories, that of the file in which the word was met before all others; undefined if none can be
 * searched.
 */
export const findWordBelow = (all: readonly RepositoryPart[]): FindWord | undefined => {
  const parts = all.flatMap(({ folder, repository: { findWord } }) =>
    findWord === undefined ? [] : [{ folder, findWord }],
  );
  if (parts.length === 0) return undefined;
  return async (wanted, context) => {
    const own = wanted.near === undefined ? undefined : partAt(all, wanted.near)?.part.folder;
    const search = searchOf(wanted, context);
    const [first, rest] = [
      parts.filter(({ folder }) => folder === own),
      parts.filter(({ folder }) => folder !== own),
    ];
    const cut = new Set([
      ...(await withEach(first, (part) => search(part, false))),
      ...(await withEach(rest, (part) => search(part, own !== undefined))),
      parts.length < all.length ? ('repositories' as const) : undefined,
    ]);
    return reasons.find((reason) => cut.has(reason));
  };
};

interface Searched {
  readonly folder: string;
  readonly findWord: FindWord;
}

const searchOf = ({ near: _, onFile, ...wanted }: WantedWord, context: TaskContext) => {
  // Results are taken one after the other, as from one search.
  const turns = new Semaphore(1);
  const startedMs = performance.now();
  let isEnough = false;
  return async (
    { folder, findWord }: Searched,
    isElsewhere: boolean,
  ): Promise<CutReason | undefined> => {
    if (isEnough) return 'count';
    if (performance.now() - startedMs > timeLimitMs) return 'time';
    const ownWord = {
      ...wanted,
      onFile: ({ path, lines }: FileLines) =>
        turns.run(async () => {
          if (isEnough) return false;
          const elsewhere = isElsewhere ? ({ isElsewhere } as const) : {};
          isEnough = !(await onFile({ path: below(folder, path), lines, ...elsewhere }));
          return !isEnough;
        }),
    };
    try {
      return await findWord(ownWord, context);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof GalleyError)) throw error;
      // The others can be searched.
      return 'repositories';
    }
  };
};
