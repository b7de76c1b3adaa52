import type { ChangedFile, Hunk } from '../../../../../shared/placement/manifest.ts';
import type { SelectedLines, StagingAction } from '../../../../../shared/session/staging.ts';

/** What of a file can be staged or discarded at once. */
export interface StagingPart {
  readonly kind: 'whole' | 'selected' | 'hunk';
  /** Undefined for the whole file. */
  readonly lines?: readonly SelectedLines[];
}

/** The actions that a scope allows. */
export const actionsIn = (scope: string | undefined): readonly StagingAction[] => {
  switch (scope) {
    case 'uncommitted':
    case 'base':
      return ['stage', 'unstage', 'discard'];
    case 'unstaged':
      return ['stage', 'discard'];
    case 'staged':
      return ['unstage'];
    default:
      return [];
  }
};

/** The parts of a file, and which of them is meant: the selected lines, or the hunk that they are in. */
export const partsOf = (
  { hunks, isBinary, kind, status }: Pick<ChangedFile, 'hunks' | 'isBinary' | 'kind' | 'status'>,
  selected: readonly SelectedLines[],
): { readonly parts: readonly StagingPart[]; readonly meant: number } => {
  const whole: StagingPart = { kind: 'whole' };
  if (isBinary || kind !== undefined || hunks.length === 0) return { parts: [whole], meant: 0 };
  const lines = selected.length === 0 ? [] : [{ kind: 'selected', lines: selected } as const];
  // The only hunk of a file that is new or gone is the file.
  const isWhole = status === 'added' || status === 'deleted';
  const parts = [...lines, ...(isWhole ? [] : hunks.map(hunkPart)), whole];
  return {
    parts,
    meant: lines.length > 0 || (hunks.length === 1 && !isWhole) ? 0 : parts.length - 1,
  };
};

const hunkPart = ([oldFirst, oldCount, newFirst, newCount]: Hunk): StagingPart => ({
  kind: 'hunk',
  lines: [...linesOf('old', oldFirst, oldCount), ...linesOf('new', newFirst, newCount)],
});

const linesOf = (side: SelectedLines['side'], first: number, count: number): SelectedLines[] =>
  count === 0 ? [] : [{ side, first, last: first + count - 1 }];
