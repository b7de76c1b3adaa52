import { lineKind } from '../../../../shared/patch/hunk-lines.ts';
import { firstLines, readPatchText } from '../../../../shared/patch/patch-text.ts';

/** Lines of one text that were replaced by lines of another: 1-based, and how many. */
export interface Edit {
  readonly oldFirst: number;
  readonly oldCount: number;
  readonly newFirst: number;
  readonly newCount: number;
}

/** The edits of a patch in order; undefined if it has no lines or is damaged. */
export const editsOf = (patch: string): readonly Edit[] | undefined => {
  const read = readPatchText(patch);
  if (read.kind !== 'hunks') return undefined;
  const edits: Edit[] = [];
  for (const { header, body } of read.hunks) {
    const next = firstLines(header);
    let open: { old: number; new: number } | undefined;
    const close = () => {
      if (open !== undefined)
        edits.push({
          oldFirst: open.old,
          oldCount: next.old - open.old,
          newFirst: open.new,
          newCount: next.new - open.new,
        });
      open = undefined;
    };
    for (const line of body) {
      const kind = lineKind(line);
      if (kind === 'note') continue;
      if (kind === 'context') close();
      else open ??= { ...next };
      if (kind !== 'added') next.old += 1;
      if (kind !== 'deleted') next.new += 1;
    }
    close();
  }
  return edits;
};

/** The line of one text that a line of the other has become; undefined if it was edited. */
type MapLine = (line: number) => number | undefined;

/** From lines of the old text to lines of the new one. */
export const toNewLine = (edits: readonly Edit[]): MapLine => {
  let shift = 0;
  const shifts = edits.map(({ oldCount, newCount }) => (shift += newCount - oldCount));
  return (line) => {
    const index = lastFrom(edits, line);
    const edit = edits[index];
    if (edit === undefined) return line;
    return line < edit.oldFirst + edit.oldCount ? undefined : line + (shifts[index] ?? 0);
  };
};

/** From lines of the new text to lines of the old one. */
export const toOldLine = (edits: readonly Edit[]): MapLine => toNewLine(edits.map(reversed));

/** The index of the last edit that begins at an old line or above it; -1 if none does. */
const lastFrom = (edits: readonly Edit[], line: number): number => {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edits[middle]?.oldFirst ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

const reversed = ({ oldFirst, oldCount, newFirst, newCount }: Edit): Edit => ({
  oldFirst: newFirst,
  oldCount: newCount,
  newFirst: oldFirst,
  newCount: oldCount,
});

/** The chosen lines of an edit's two sides. */
export interface ChosenLines {
  readonly old: ReadonlySet<number>;
  readonly new: ReadonlySet<number>;
}

/** Two texts as lines with their line feeds, and what differs. */
export interface EditedTexts {
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly edits: readonly Edit[];
}

/** Splits a text into lines with their line feeds. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];

/** The old text with the chosen lines changed: as `git apply` makes it of a patch with only these lines. */
export const withChosen = (texts: EditedTexts, chosen: ChosenLines): string | undefined => {
  const lines: string[] = [];
  let at = 1;
  for (const { oldFirst, oldCount, newFirst, newCount } of texts.edits) {
    lines.push(...texts.old.slice(at - 1, oldFirst - 1));
    lines.push(...taken(texts.old, [oldFirst, oldCount], (line) => !chosen.old.has(line)));
    lines.push(...taken(texts.new, [newFirst, newCount], (line) => chosen.new.has(line)));
    at = oldFirst + oldCount;
  }
  lines.push(...texts.old.slice(at - 1));
  return joined(lines);
};

/** The new text with the chosen lines changed back. */
export const withoutChosen = (texts: EditedTexts, chosen: ChosenLines): string | undefined => {
  const lines: string[] = [];
  let at = 1;
  for (const { oldFirst, oldCount, newFirst, newCount } of texts.edits) {
    lines.push(...texts.new.slice(at - 1, newFirst - 1));
    lines.push(...taken(texts.old, [oldFirst, oldCount], (line) => chosen.old.has(line)));
    lines.push(...taken(texts.new, [newFirst, newCount], (line) => !chosen.new.has(line)));
    at = newFirst + newCount;
  }
  lines.push(...texts.new.slice(at - 1));
  return joined(lines);
};

/** The lines of a side of an edit that pass. */
const taken = (
  lines: readonly string[],
  [first, count]: readonly [number, number],
  isTaken: (line: number) => boolean,
): string[] =>
  lines.slice(first - 1, first - 1 + count).filter((_, index) => isTaken(first + index));

/** Undefined if a line without a line feed is not the last one. */
const joined = (lines: readonly string[]): string | undefined =>
  lines.slice(0, -1).every((line) => line.endsWith('\n')) ? lines.join('') : undefined;
