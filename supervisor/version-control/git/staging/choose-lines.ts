import { GalleyError } from '../../../../shared/errors.ts';
import type { SelectedLines } from '../../../../shared/session/staging.ts';
import { toNewLine, toOldLine, type ChosenLines, type Edit } from './edits.ts';

interface ChooseOptions {
  /** As the page shows them. */
  readonly shown: readonly Edit[];
  readonly selected: readonly SelectedLines[];
  /** What is changed: what is not staged, or what is. */
  readonly edits: readonly Edit[];
  /**
   * From lines of the shown sides to those of the edits; undefined for a line that is not there. Without it, the edits
   * are those that are shown.
   */
  readonly mapping?: LineMapping;
}

/** From the shown sides to the edits' sides, and back. */
export interface LineMapping {
  readonly toOld: (line: number) => number | undefined;
  readonly toNew: (line: number) => number | undefined;
  /** Whether the page shows this line of the edits, on either side. */
  readonly isOldShown: (line: number) => boolean;
  readonly isNewShown: (line: number) => boolean;
}

/**
 * The lines of the edits that were selected.
 * @throws GalleyError `change_refused` if that cannot be told for certain
 */
export const chooseLines = ({ shown, selected, edits, mapping }: ChooseOptions): ChosenLines => {
  const isSelected = (side: SelectedLines['side'], line: number): boolean =>
    selected.some((one) => one.side === side && line >= one.first && line <= one.last);
  const oldShown = linesIn(shown, 'old').filter((line) => isSelected('old', line));
  const newShown = linesIn(shown, 'new').filter((line) => isSelected('new', line));
  if (mapping === undefined) return { old: new Set(oldShown), new: new Set(newShown) };
  const [oldEdited, newEdited] = [new Set(linesIn(edits, 'old')), new Set(linesIn(edits, 'new'))];
  const mapped = (
    lines: readonly number[],
    map: (line: number) => number | undefined,
    edited: ReadonlySet<number>,
  ): ReadonlySet<number> =>
    new Set(
      lines.flatMap((line) => {
        const found = map(line);
        return found !== undefined && edited.has(found) ? [found] : [];
      }),
    );
  const chosen = {
    old: mapped(oldShown, mapping.toOld, oldEdited),
    new: mapped(newShown, mapping.toNew, newEdited),
  };
  for (const edit of edits) {
    const [old, added] = [linesIn([edit], 'old'), linesIn([edit], 'new')];
    const isTouched =
      old.some((line) => chosen.old.has(line)) || added.some((line) => chosen.new.has(line));
    // A line that is only in the index would stay or go without having been seen.
    const isShown = old.every(mapping.isOldShown) && added.every(mapping.isNewShown);
    if (isTouched && !isShown) throw stagedOtherwise();
  }
  return chosen;
};

/** From what is compared with the work tree to what is not staged. @param from from the compared text to the index */
export const toUnstaged = (from: readonly Edit[]): LineMapping => {
  const toCompared = toOldLine(from);
  return {
    toOld: toNewLine(from),
    toNew: (line) => line,
    isOldShown: (line) => toCompared(line) !== undefined,
    isNewShown: () => true,
  };
};

/**
 * From what is compared with the work tree to what is staged.
 * @param from from the compared text to the commit
 * @param unstaged from the index to the work tree
 */
export const toStaged = (from: readonly Edit[], unstaged: readonly Edit[]): LineMapping => {
  const [toCompared, toWorktree] = [toOldLine(from), toNewLine(unstaged)];
  return {
    toOld: toNewLine(from),
    toNew: toOldLine(unstaged),
    isOldShown: (line) => toCompared(line) !== undefined,
    isNewShown: (line) => toWorktree(line) !== undefined,
  };
};

const linesIn = (edits: readonly Edit[], side: 'old' | 'new'): number[] =>
  edits.flatMap((edit) => {
    const [first, count] =
      side === 'old' ? [edit.oldFirst, edit.oldCount] : [edit.newFirst, edit.newCount];
    return Array.from({ length: count }, (_, index) => first + index);
  });

const stagedOtherwise = (): GalleyError =>
  new GalleyError(
    'change_refused',
    'These lines are staged in another form. Compare the staged or the unstaged changes and choose the lines there.',
  );
