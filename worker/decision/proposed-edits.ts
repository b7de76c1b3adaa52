import { documentPath } from '../../shared/feedback/document-path.ts';
import { findSource, readSourceText } from '../../shared/node/document-source.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import { unifiedDiff } from '../../shared/patch/unified-diff.ts';
import type { ReviewerEdit, TextEdit } from '../../shared/session/source.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import type { FindShown } from '../document/shown-document.ts';
import type { SessionCore } from '../session-core.ts';

/** The session that an edit is sent to, and how its texts are found; changes have none. */
export type EditedSession = Pick<SessionCore, 'assignment' | 'preparation'> & {
  readonly find: FindShown | undefined;
};

/** What the agent gets of edits that are in no file. Those of a text that is not there any more are marked. */
export const proposedEdits = async (
  edits: readonly TextEdit[],
  session: EditedSession,
): Promise<ReviewerEdit[]> => {
  const { mode, reviewed = {} } = session.assignment;
  const proposed: ReviewerEdit[] = [];
  for (const edit of edits) {
    const { file, base, text } = edit;
    const path = file === undefined ? (reviewed.path ?? mode) : documentPath(file, reviewed);
    const diff = unifiedDiff({ path, before: base, after: text });
    if (diff === '') continue;
    const isOutdated = edit.isOutdated === true || !(await isOfTextNow(edit, session));
    proposed.push({ path, isSaved: false, diff, ...(isOutdated ? { isOutdated } : { text }) });
  }
  return proposed;
};

/** The page may send a restored edit before it has looked at the text. What cannot be read counts as gone. */
const isOfTextNow = async (
  { file, base, hash }: TextEdit,
  { find, preparation }: EditedSession,
): Promise<boolean> => {
  if (find === undefined) return true;
  await preparation.settled();
  try {
    const { document } = await find(file);
    return await withSpoolFile(documentSourcePath(document), async (texts) => {
      const now = await findSource(texts, file);
      if (now === undefined) return false;
      return now.hash === hash || (await readSourceText(texts, now)) === base;
    });
  } catch {
    return false;
  }
};
