import { diffArrays } from 'diff';
import {
  contextLine,
  lineKind,
  opensHunk,
  type LineKind,
} from '../../../shared/patch/hunk-lines.ts';
import { hunksText, readPatchText, type TextHunk } from '../../../shared/patch/patch-text.ts';
import type { Hunk } from '../../../shared/placement/manifest.ts';

/** A file's part of a patch, with whitespace-only changes removed. */
export interface ReducedPatch {
  readonly text: string;
  readonly hunks: Hunk[];
  readonly additions: number;
  readonly deletions: number;
}

/** A line of a hunk, with the note below it about a missing final line feed. */
interface Line {
  readonly kind: LineKind;
  readonly line: string;
  readonly note: string;
}

/** Blocks that differ more are left alone, since matching them would take too long. */
const maxEdits = 3000;

/**
 * Removes whitespace-only changes from a file's patch: such pairs become context, showing the new line, and hunks
 * without other changes are dropped. `text` is one file's part of an indexed patch, as Latin-1. Undefined if its hunks
 * are inconsistent.
 */
export const withoutWhitespaceChanges = (text: string): ReducedPatch | undefined => {
  const read = readPatchText(text);
  if (read.kind !== 'hunks') return undefined;
  const reduced: TextHunk[] = [];
  const hunks: Hunk[] = [];
  let [additions, deletions] = [0, 0];
  for (const { header, headerLine, body } of read.hunks) {
    const merged = mergeSame(readLines(body));
    const added = merged.filter(({ kind }) => kind === 'added').length;
    const removed = merged.filter(({ kind }) => kind === 'deleted').length;
    if (added + removed === 0) continue;
    additions += added;
    deletions += removed;
    hunks.push([header.oldStart, header.oldLines, header.newStart, header.newLines]);
    const lines = merged.map(({ line, note }) => line + note);
    reduced.push({ header, headerLine, body: lines });
  }
  const lines = text.split('\n');
  const head = lines.slice(0, lines.findIndex(opensHunk)).map((line) => `${line}\n`);
  return { text: head.join('') + hunksText(reduced), hunks, additions, deletions };
};

const readLines = (body: readonly string[]): Line[] => {
  const lines: Line[] = [];
  for (const line of body) {
    const kind = lineKind(line);
    const last = lines.at(-1);
    if (kind !== undefined && kind !== 'note') lines.push({ kind, line, note: '' });
    else if (last !== undefined) lines.splice(-1, 1, { ...last, note: `\n${line}` });
  }
  return lines;
};

/** Compares each block of changes in a hunk ignoring whitespace, and merges equal lines. */
const mergeSame = (body: readonly Line[]): Line[] => {
  const blocks: Line[][] = [];
  for (const line of body) {
    const isNext = line.kind === 'context' || blocks.at(-1)?.[0]?.kind === 'context';
    if (isNext || blocks.length === 0) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.flatMap(compareBlock);
};

const compareBlock = (block: readonly Line[]): readonly Line[] => {
  const removed = block.filter(({ kind }) => kind === 'deleted');
  const added = block.filter(({ kind }) => kind === 'added');
  if (removed.length === 0 || added.length === 0) return block;
  const parts = diffArrays(removed.map(keyOf), added.map(keyOf), { maxEditLength: maxEdits });
  if (parts === undefined) return block;
  const lines: Line[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const { added: isAdded, removed: isRemoved, value } of parts) {
    const { length } = value;
    const taken = isRemoved
      ? removed.slice(oldAt, oldAt + length)
      : added.slice(newAt, newAt + length);
    for (const line of taken) lines.push(isAdded || isRemoved ? line : sameOf(line));
    if (!isAdded) oldAt += length;
    if (!isRemoved) newAt += length;
  }
  return lines;
};

const sameOf = ({ line, note }: Line): Line => ({
  kind: 'context',
  line: contextLine(line.slice(1)),
  note,
});

/** Removes ASCII whitespace alone, as git does: in Latin-1, `\s` would match a byte of UTF-8 characters, too. */
const keyOf = ({ line, note }: Line): string =>
  line.slice(1).replaceAll(/[ \t\n\v\f\r]+/gu, '') + note;
