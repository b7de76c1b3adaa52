import { lineKind } from '../../../shared/patch/hunk-lines.ts';
import { firstLines, readPatchText } from '../../../shared/patch/patch-text.ts';
import type { LinePlace } from '../../../shared/placement/anchor-lines.ts';

/** Neighbouring lines of the old side that are deleted, and the lines of the new side in their place. */
interface Run {
  /** Number of the first deleted line. */
  readonly first: number;
  readonly deleted: string[];
  readonly added: string[];
}

/** The deletions of a file's patch, by the numbers of their lines. */
export type Deletions = ReadonlyMap<number, Run>;

export const deletionsIn = (patch: string): Deletions => {
  const read = readPatchText(patch);
  const runs = new Map<number, Run>();
  for (const { header, body } of read.kind === 'hunks' ? read.hunks : []) {
    let { old: number } = firstLines(header);
    let run: Run | undefined;
    for (const line of body) {
      const kind = lineKind(line);
      if (kind === 'context') run = undefined;
      if (kind === 'added' || kind === 'deleted') {
        run ??= { first: number, deleted: [], added: [] };
        run[kind].push(line.slice(1).replace(/\r$/u, ''));
      }
      if (kind === 'deleted' && run !== undefined) runs.set(number, run);
      if (kind === 'deleted' || kind === 'context') number += 1;
    }
  }
  return runs;
};

/** What replaced lines: of as many as were deleted, those beside them, else all that are in place of their run. */
export const replacementOf = (
  deletions: Deletions,
  { lineStart, lineEnd }: LinePlace,
): readonly string[] => {
  const texts: string[] = [];
  const whole = new Set<Run>();
  for (let number = lineStart; number <= lineEnd; number += 1) {
    const run = deletions.get(number);
    if (run === undefined || whole.has(run)) continue;
    if (run.added.length === run.deleted.length) texts.push(run.added[number - run.first] ?? '');
    else {
      texts.push(...run.added);
      whole.add(run);
    }
  }
  return texts;
};

/** Whether lines still stand among others, side by side. No lines stand only where there are none. */
export const standsIn = (lines: readonly string[], others: readonly string[]): boolean =>
  lines.length === 0
    ? others.length === 0
    : others.some((_, at) => lines.every((line, index) => others[at + index] === line));
