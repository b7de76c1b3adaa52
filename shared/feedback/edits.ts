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
  const what = mode === 'plan' ? 'the plan' : pathSpan(path);
  if (isSaved)
    return `${capital(what)} was edited and saved to ${pathSpan(path)}. Read the file again before you change it, and keep this:`;
  if (isOutdated)
    return `${capital(what)} was edited, but not saved, and is not what it was then: it has changed in the same lines, or is gone. This is the edit of the earlier text. Read what is there now, and make of it what the edit is meant to do:`;
  return outcome === 'approved' && mode === 'plan'
    ? 'The plan is approved with this edit. It is in no file yet: follow the plan as edited here.'
    : `${capital(what)} was edited, but not saved. Make exactly this change:`;
};

const capital = (text: string): string => text.replace(/^the/u, 'The');

/** Whether an edit is for the agent to take over. */
export const hasUnsavedEdit = ({ edits = [] }: Pick<EditedParts, 'edits'>): boolean =>
  edits.some(({ isSaved }) => !isSaved);
