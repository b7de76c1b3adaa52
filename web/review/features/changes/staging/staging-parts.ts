import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { StagingAction } from '../../../../../shared/session/staging-action.ts';
import type { SelectedLines } from '../../../../../shared/session/staging.ts';
import type { SelectedPart } from '../../../ui/page.ts';

/** What of a file can be staged or discarded at once. */
export interface StagingPart {
  readonly kind: 'whole' | 'selected' | 'hunk';
  /** Undefined for the whole file. */
  readonly lines?: readonly SelectedLines[];
}

/** What can be done with a file, of what can be done with files of what is compared. */
export const actionsOn = (
  { isReadOnly, isUntracked }: Pick<ChangedFile, 'isReadOnly' | 'isUntracked'>,
  staging: readonly StagingAction[] = [],
): readonly StagingAction[] =>
  isReadOnly === true ? [] : staging.filter((one) => one !== 'unstage' || isUntracked !== true);

/**
 * The parts of a file, and which of them is meant: the selected lines; where only the cursor is at a line, the hunk
 * around it, since half of a replaced line is rarely meant.
 */
export const partsOf = (
  { hunks, isBinary, kind, status }: Pick<ChangedFile, 'hunks' | 'isBinary' | 'kind' | 'status'>,
  { lines: selected, isCursor = false }: Omit<SelectedPart, 'fileId'>,
): { readonly parts: readonly StagingPart[]; readonly meant: number } => {
  const whole: StagingPart = { kind: 'whole' };
  if (isBinary || kind !== undefined || hunks.length === 0) return { parts: [whole], meant: 0 };
  const lines = selected.length === 0 ? [] : [{ kind: 'selected', lines: selected } as const];
  // The only hunk of a file that is new or gone is the file.
  const isWhole = status === 'added' || status === 'deleted';
  const parts: StagingPart[] = [...lines, ...(isWhole ? [] : hunks.map(hunkPart)), whole];
  const [cursor] = isCursor ? selected : [];
  const isMeant = ({ kind, lines: own = [] }: StagingPart): boolean => {
    if (cursor !== undefined) return kind === 'whole' || (kind === 'hunk' && contains(own, cursor));
    return kind === 'selected' || kind === 'whole' || hunks.length === 1;
  };
  return { parts, meant: parts.findIndex(isMeant) };
};

const contains = (lines: readonly SelectedLines[], { side, first }: SelectedLines): boolean =>
  lines.some((own) => own.side === side && own.first <= first && first <= own.last);

const hunkPart = ([oldFirst, oldCount, newFirst, newCount]: Hunk): StagingPart => ({
  kind: 'hunk',
  lines: [...linesOf('old', oldFirst, oldCount), ...linesOf('new', newFirst, newCount)],
});

const linesOf = (side: SelectedLines['side'], first: number, count: number): SelectedLines[] =>
  count === 0 ? [] : [{ side, first, last: first + count - 1 }];
