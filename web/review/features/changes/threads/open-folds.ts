import type { LineThread } from './fold-threads.ts';

/** By the key of a thread, the ids of those of its findings that are shown one by one. */
export type OpenFolds = ReadonlyMap<string, ReadonlySet<string>>;

interface Shown {
  readonly threads: ReadonlyMap<string, LineThread>;
  readonly openFolds: OpenFolds;
}

/** Ids of the findings of a thread. */
export const idsOf = ({ findings }: Pick<LineThread, 'findings'>): ReadonlySet<string> =>
  new Set(findings.map(({ id }) => id));

/** What is open once findings have come: a finding that stands alone and is seen is not folded away with others. */
export const keepSeen = (
  { threads: before, openFolds }: Shown,
  threads: ReadonlyMap<string, LineThread>,
  isSeen: (threadKey: string) => boolean,
): OpenFolds => {
  const kept = new Map(openFolds);
  for (const [key, thread] of threads) {
    const was = before.get(key);
    if (was?.findings.length !== 1 || thread.findings.length < 2 || kept.has(key)) continue;
    if (isSeen(key)) kept.set(key, idsOf(was));
  }
  return kept.size === openFolds.size ? openFolds : kept;
};
