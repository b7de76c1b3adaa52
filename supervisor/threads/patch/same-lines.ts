import { diffArrays } from 'diff';
import type { Hunk } from '../../../shared/placement/manifest.ts';

/** A file's part of a patch with fewer changes than it had. */
export interface ReducedPatch {
  readonly text: string;
  readonly hunks: Hunk[];
  readonly additions: number;
  readonly deletions: number;
}

/** A line of a hunk, with the remark behind it that it has no line feed. */
interface Line {
  readonly sign: string;
  readonly text: string;
  readonly remark: string;
}

const headerPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u;
/** Blocks that are more different than this stay as they are: the search for pairs would take too long. */
const editsAtMost = 3000;

/**
 * A file's patch in which lines that differ in whitespace alone are no change: the new line stands for both. Hunks of
 * nothing else fall away. `text` is the part of a patch that is indexed already, as Latin-1.
 */
export const withoutWhitespaceChanges = (text: string): ReducedPatch => {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  const head = first < 0 ? lines : lines.slice(0, first);
  const reduced: string[] = [];
  const hunks: Hunk[] = [];
  let [additions, deletions] = [0, 0];
  for (const { header, body } of first < 0 ? [] : splitHunks(lines.slice(first))) {
    const merged = mergeSame(body);
    const added = merged.filter(({ sign }) => sign === '+').length;
    const removed = merged.filter(({ sign }) => sign === '-').length;
    if (added + removed === 0) continue;
    additions += added;
    deletions += removed;
    hunks.push(rangeOf(header));
    reduced.push(header, ...merged.map((line) => `${line.sign}${line.text}${line.remark}`));
  }
  const all = [...head.filter((line) => line !== ''), ...reduced];
  return { text: all.length === 0 ? '' : `${all.join('\n')}\n`, hunks, additions, deletions };
};

const rangeOf = (header: string): Hunk => {
  const found = headerPattern.exec(header);
  const number = (index: number) => Number(found?.[index] ?? 1);
  return [number(1), number(2), number(3), number(4)];
};

const splitHunks = (lines: readonly string[]): { header: string; body: Line[] }[] => {
  const hunks: { header: string; body: Line[] }[] = [];
  for (const line of lines) {
    const body = hunks.at(-1)?.body;
    if (line.startsWith('@@')) hunks.push({ header: line, body: [] });
    else if (line.startsWith('\\')) {
      const last = body?.pop();
      if (last !== undefined) body?.push({ ...last, remark: `\n${line}` });
    } else if (/^[ +-]/u.test(line))
      body?.push({ sign: line.charAt(0), text: line.slice(1), remark: '' });
  }
  return hunks;
};

/** The lines of a hunk, each block of changes compared by what is not whitespace. */
const mergeSame = (body: readonly Line[]): Line[] => {
  const merged: Line[] = [];
  let block: Line[] = [];
  const flush = () => {
    merged.push(...compareBlock(block));
    block = [];
  };
  for (const line of body)
    if (line.sign === ' ') {
      flush();
      merged.push(line);
    } else block.push(line);
  flush();
  return merged;
};

const compareBlock = (block: readonly Line[]): readonly Line[] => {
  const removed = block.filter(({ sign }) => sign === '-');
  const added = block.filter(({ sign }) => sign === '+');
  if (removed.length === 0 || added.length === 0) return block;
  const parts = diffArrays(removed.map(keyOf), added.map(keyOf), { maxEditLength: editsAtMost });
  if (parts === undefined) return block;
  const lines: Line[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const { added: isAdded, removed: isRemoved, value } of parts) {
    const { length } = value;
    if (isRemoved) lines.push(...removed.slice(oldAt, oldAt + length));
    else
      for (const line of added.slice(newAt, newAt + length))
        lines.push(isAdded ? line : { ...line, sign: ' ' });
    if (!isAdded) oldAt += length;
    if (!isRemoved) newAt += length;
  }
  return lines;
};

const keyOf = ({ text, remark }: Line): string => `${text.replaceAll(/\s+/gu, '')}${remark}`;
