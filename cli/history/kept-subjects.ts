import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { readFileIfThere } from '../../shared/node/atomic-file.ts';
import { refuseUnsafeFolder } from '../../shared/node/secure-folder.ts';
import {
  isSubjectFolder,
  readSubject,
  readVersions,
  versionFiles,
} from '../../shared/node/version-files.ts';
import { decisionSchema, type Decision } from '../../shared/session/decision.ts';
import type { Subject, Version } from '../../shared/session/kept-version.ts';
import type { Context } from '../context.ts';

/** A plan or document, with its versions, oldest first. */
export interface KeptSubject extends Subject {
  readonly id: string;
  readonly folder: string;
  readonly versions: readonly Version[];
  readonly last: Version;
}

/** All plans and documents of which versions are kept, the latest first. Starts no supervisor. */
export const keptSubjects = async ({ paths }: Context): Promise<KeptSubject[]> => {
  const { historyFolder } = paths;
  refuseUnsafeFolder(historyFolder);
  const found: KeptSubject[] = [];
  for (const id of await readdir(historyFolder).catch(noneIfMissing)) {
    if (!isSubjectFolder(id)) continue;
    const folder = join(historyFolder, id);
    const [subject, versions] = [await readSubject(folder), await readVersions(folder)];
    const last = versions.at(-1);
    if (subject !== undefined && last !== undefined)
      found.push({ ...subject, id, folder, versions, last });
  }
  return found.toSorted((one, other) => (one.last.at < other.last.at ? 1 : -1));
};

const noneIfMissing = (error: unknown): string[] => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
};

/** @throws GalleyError `not_found` unless exactly one begins so */
export const findSubject = async (id: string, context: Context): Promise<KeptSubject> => {
  const all = await keptSubjects(context);
  const found = all.filter((one) => one.id.startsWith(id));
  const [first] = found;
  if (first === undefined)
    throw new GalleyError(
      'not_found',
      `No versions are kept of ${id}. \`galley history --all\` lists what is there.`,
    );
  if (found.length > 1)
    throw new GalleyError('not_found', `${found.length} ids begin with ${id}. Give more of it.`);
  return first;
};

/** What the reviewer decided about a version; undefined if nobody did, or it cannot be read. */
export const decisionOn = async (
  { folder }: Pick<KeptSubject, 'folder'>,
  number: number,
): Promise<Decision | undefined> => {
  try {
    const text = await readFileIfThere(versionFiles(folder, number).decision);
    return text === undefined ? undefined : decisionSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
