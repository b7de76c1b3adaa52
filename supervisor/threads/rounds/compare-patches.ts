import { structuredPatch } from 'diff';
import { hunksText, readPatchText, type TextHunk } from '../../../shared/patch/patch-text.ts';
import { writeHunkHeader } from '../../../shared/patch/hunk-lines.ts';
import { linesOfText, replayPatch } from './replay-patch.ts';

/** Two patches of a file, as Latin-1: that of the last round, and today's. */
interface Patches {
  readonly before: string;
  readonly after: string;
  /** What today's patch was made for, as Latin-1; undefined if it cannot be had. */
  readonly base: string | undefined;
}

type LineRange = readonly [first: number, last: number];

export interface PatchComparison {
  /** Whether the file is as the last round left it, on today's base. */
  readonly isSame: boolean;
  /** Hunks from what the last round would be on today's base to what the file is now; undefined if not comparable. */
  readonly interdiff?: string;
  /** Lines of the new side that are new since. */
  readonly lines: readonly LineRange[];
  readonly unfitHunks: number;
  /** The lines of both sides, each with its line feed, if the base is known. */
  readonly sides?: Readonly<Record<'old' | 'new', readonly string[]>>;
}

/** A comparison that takes longer is given up: the whole file counts as changed then. */
const patienceMs = 2000;

/**
 * Says what is new in a file's patch. What the last round would have been on today's base is compared with what the
 * file is now, so that nothing counts as new that came with another base alone.
 */
export const comparePatches = ({ before, after, base }: Patches): PatchComparison => {
  const [then, now] = [hunksOf(before), hunksOf(after)];
  if (base === undefined) return compareHunks(then, now);
  const lines = linesOfText(base);
  const reviewed = replayPatch(lines, then);
  const actual = replayPatch(lines, now);
  // It is another content than the patch was made for.
  if (actual.unfit > 0) return compareHunks(then, now);
  const [from, to] = [reviewed.lines.join(''), actual.lines.join('')];
  const sides = { old: lines, new: actual.lines };
  const known = { unfitHunks: reviewed.unfit, sides };
  if (from === to) return { ...known, isSame: true, interdiff: '', lines: [] };
  const made = structuredPatch('', '', from, to, undefined, undefined, {
    context: 3,
    timeout: patienceMs,
  });
  if (made === undefined) return { ...known, isSame: false, lines: [] };
  const hunks = made.hunks.map(({ lines: body, ...numbers }): TextHunk => {
    const header = { ...asInGit(numbers), heading: '' };
    return { header, headerLine: writeHunkHeader(header), body };
  });
  const changed = hunks.flatMap(changedLines);
  return { ...known, isSame: false, interdiff: hunksText(hunks), lines: changed };
};

const hunksOf = (patch: string): readonly TextHunk[] => {
  const read = readPatchText(patch);
  return read.kind === 'hunks' ? read.hunks : [];
};

/** An empty side has the number of the line before it. */
const asInGit = (numbers: Omit<TextHunk['header'], 'heading'>) => ({
  ...numbers,
  oldStart: numbers.oldLines === 0 ? numbers.oldStart - 1 : numbers.oldStart,
  newStart: numbers.newLines === 0 ? numbers.newStart - 1 : numbers.newStart,
});

/** The changed lines, run by run; for a deletion alone, the line that follows. */
const changedLines = ({ header, body }: TextHunk): readonly LineRange[] => {
  const runs: [first: number, last: number][] = [];
  let line = Math.max(1, header.newStart);
  let run: [first: number, last: number] | undefined;
  for (const text of body) {
    if (text.startsWith('\\')) continue;
    if (text.startsWith(' ')) run = undefined;
    else if (run === undefined) runs.push((run = [line, line]));
    else if (text.startsWith('+')) run[1] = line;
    if (!text.startsWith('-')) line += 1;
  }
  return runs;
};

/** Without the base: whole hunks that were not there before, wherever they stood. */
const compareHunks = (then: readonly TextHunk[], now: readonly TextHunk[]): PatchComparison => {
  const known = then.map(({ body }) => body.join('\n'));
  const lines: LineRange[] = [];
  for (const { header, body } of now) {
    const at = known.indexOf(body.join('\n'));
    if (at >= 0) known.splice(at, 1);
    else {
      const first = Math.max(1, header.newStart);
      lines.push([first, Math.max(first, first + header.newLines - 1)]);
    }
  }
  return { isSame: lines.length === 0 && known.length === 0, lines, unfitHunks: 0 };
};
