import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptVersionsSuffix, readKeptVersions } from '../../shared/node/kept-versions.ts';
import { documentPath, shownVersionsFolder } from '../../shared/node/paths.ts';
import { versionFiles } from '../../shared/node/version-files.ts';
import type { KeptVersion } from '../../shared/session/kept-version.ts';
import { keepFile } from './keep-file.ts';

/** Paths of an ended session. */
type Ended = Readonly<Record<'spool' | 'decision', string>>;

/** Keeps the decision beside each version that it is about, if these are kept. */
export const keepVersionDecision = async ({ spool, decision }: Ended): Promise<void> => {
  for (const version of await shownVersions(spool))
    // The versions of one document may have been removed meanwhile.
    await keepBeside(version, { spool, decision }).catch(() => undefined);
};

const keepBeside = async (
  { folder, number }: KeptVersion,
  { spool, decision }: Ended,
): Promise<void> => {
  const { decision: path } = versionFiles(folder, number);
  // What a killed process leaves of it goes with the spool.
  const draft = join(spool, `${randomUUID()}.tmp`);
  if (!(await keepFile(decision, draft))) return;
  // Renaming one link to a file onto another does nothing.
  await rm(path, { force: true });
  await rename(draft, path);
};

/** The kept versions that a session shows; of documents that are opened one by one, the last of each that was. */
const shownVersions = async (spool: string): Promise<readonly KeptVersion[]> => {
  const folder = shownVersionsFolder(spool);
  const opened = (await readdir(folder).catch(() => [])).filter((name) =>
    name.endsWith(keptVersionsSuffix),
  );
  const documents = [
    documentPath(spool),
    ...opened.map((name) => join(folder, name.slice(0, -keptVersionsSuffix.length))),
  ];
  return (await Promise.all(documents.map(readKeptVersions))).flat();
};
