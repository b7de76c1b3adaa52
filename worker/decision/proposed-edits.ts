import { documentPath } from '../../shared/feedback/document-path.ts';
import { unifiedDiff } from '../../shared/patch/unified-diff.ts';
import type { ReviewerEdit, TextEdit } from '../../shared/session/source.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';

/** What the agent gets of edits that are in no file. */
export const proposedEdits = (
  edits: readonly TextEdit[],
  { mode, reviewed = {} }: Pick<Assignment, 'mode' | 'reviewed'>,
): ReviewerEdit[] =>
  edits.flatMap(({ file, base, text, isOutdated = false }) => {
    const path = file === undefined ? (reviewed.path ?? mode) : documentPath(file, reviewed);
    const diff = unifiedDiff({ path, before: base, after: text });
    if (diff === '') return [];
    return [{ path, isSaved: false, diff, ...(isOutdated ? { isOutdated } : { text }) }];
  });
