import type { Mode } from '../session/mode.ts';
import type { Outcome } from '../session/decision.ts';
import type { ReviewerEdit } from '../session/source.ts';
import { fence, pathSpan } from './quotation.ts';

interface EditedParts {
  readonly mode: Mode;
  readonly outcome: Outcome;
  readonly edits?: readonly ReviewerEdit[];
}

/** What the reviewer has edited, as diffs; nothing without that. */
export function* editPieces({ mode, outcome, edits = [] }: EditedParts): Generator<string> {
  if (edits.length === 0) return;
  yield '\n\n## Edited by the reviewer';
  for (const edit of edits)
    yield `\n\n${inWords(edit, { mode, outcome })}\n\n${fence(edit.diff, 'diff')}`;
}

const inWords = (
  { path, isSaved, isOutdated = false }: ReviewerEdit,
  { mode, outcome }: Pick<EditedParts, 'mode' | 'outcome'>,
): string => {
  const edited = `${mode === 'plan' ? 'The plan' : pathSpan(path)} was edited`;
  if (isSaved)
    return `${edited} and saved${mode === 'plan' ? ` to ${pathSpan(path)}` : ''}. Read the file again before you change it, and keep this:`;
  if (isOutdated)
    return `${edited}, but not saved, and is not what it was then: it has changed since, or is gone. This is the edit of the earlier text. Read what is there now, and make of it what the edit is meant to do:`;
  return outcome === 'approved' && mode === 'plan'
    ? 'The plan is approved with this edit. It is in no file yet: follow the plan as edited here.'
    : `${edited}, but not saved. Make exactly this change:`;
};

/** Whether an edit is for the agent to take over. */
export const hasUnsavedEdit = ({ edits = [] }: Pick<EditedParts, 'edits'>): boolean =>
  edits.some(({ isSaved }) => !isSaved);
