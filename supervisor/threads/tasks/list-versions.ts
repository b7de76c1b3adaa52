import { writeFile } from 'node:fs/promises';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { readVersions, versionFiles } from '../../../shared/node/version-files.ts';
import { decisionSchema } from '../../../shared/session/decision.ts';
import type { ListedVersion, VersionsAnswer } from '../../../shared/session/versions.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ListVersionsRequest, ListVersionsResult } from '../document-requests.ts';

/**
 * Writes a VersionsAnswer: none if no versions of the text are kept.
 * @throws GalleyError `storage_failed`
 */
export const listVersions = async (
  { kept, output }: ListVersionsRequest,
  { signal }: TaskContext,
): Promise<ListVersionsResult> =>
  withTaskOutput(output, async ({ draftOf, publish }) => {
    const versions: ListedVersion[] = [];
    for (const version of kept === undefined ? [] : await readVersions(kept.folder)) {
      signal.throwIfAborted();
      const { format: _, digest: __, name: ___, ...shown } = version;
      const path = versionFiles(kept?.folder ?? '', version.number).decision;
      versions.push({ ...shown, ...(await decisionIn(path)) });
    }
    const { file, number: shown } = kept ?? {};
    const answer: VersionsAnswer = {
      ...(file === undefined ? {} : { file }),
      versions,
      ...(shown === undefined ? {} : { shown }),
    };
    await writeFile(draftOf(output), JSON.stringify(answer), { mode: 0o600 });
    await publish(output);
    return { versions: versions.length };
  });

/** Nothing if the file is missing or damaged. */
const decisionIn = async (path: string): Promise<Pick<ListedVersion, 'decision'>> => {
  try {
    const text = await readFileIfThere(path);
    if (text === undefined) return {};
    const { outcome, decidedAt } = decisionSchema.parse(JSON.parse(text));
    return { decision: { outcome, decidedAt } };
  } catch {
    return {};
  }
};
