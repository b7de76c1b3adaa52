import { diffLines } from 'diff';
import type { WordsSince } from '../../../shared/session/rounds.ts';
import type { Version } from '../../../shared/session/kept-version.ts';
import { compareTimeLimitMs } from '../../../shared/limits.ts';

/** Runs of lines that are in both texts, or in one of them; undefined if that takes too long. */
export const compareLines = (before: string, after: string): readonly WordsSince[] | undefined =>
  diffLines(before, after, { timeout: compareTimeLimitMs })?.map(
    ({ added, removed, value: text }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text,
    }),
  );

/** How many lines of these runs are in one of the texts alone. */
export const countLines = (runs: readonly WordsSince[] | undefined): Version['lines'] => {
  if (runs === undefined) return undefined;
  const counts = { same: 0, added: 0, removed: 0 };
  for (const { kind, text } of runs) counts[kind] += linesIn(text);
  return { added: counts.added, removed: counts.removed };
};

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
