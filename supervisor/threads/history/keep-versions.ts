import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  keptVersionPath,
  subjectFolder,
  subjectPath,
  versionFiles,
  versionNumbers,
} from '../../../shared/node/version-files.ts';
import type { KeptVersion, Subject, Version } from '../../../shared/session/versions.ts';
import type { WantedVersion } from '../task-requests.ts';
import { compareLines, countLines } from './compare-lines.ts';

interface Presented extends WantedVersion {
  readonly title: string | undefined;
  readonly text: string;
}

/**
 * Keeps a text as the next version of its subject, unless it is the last one again, and notes in the spool which
 * version that is. Sessions may do so at the same time.
 */
export const keepVersion = async (presented: Presented): Promise<void> => {
  const { history, key: given, title = presented.name, mode, project, cwd, spool } = presented;
  const subject: Subject = { format: 1, mode, key: given ?? title, project, cwd };
  const folder = join(history, subjectFolder(subject));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await putFile(subjectPath(folder), subject, spool);
  const number = await putVersion(folder, { ...presented, title });
  const kept: KeptVersion = { folder, number };
  await putFile(keptVersionPath(spool), kept, spool);
};

/** Writes a file as a whole. What a killed process leaves of it goes with the spool. */
const putFile = async (path: string, value: object, spool: string): Promise<void> => {
  const draft = draftIn(spool);
  await writeFile(draft, JSON.stringify(value), { mode: 0o600 });
  await rename(draft, path);
};

const draftIn = (spool: string): string => join(spool, 'kept-version.tmp');

/** @returns its number */
const putVersion = async (
  folder: string,
  { text, title, session, spool }: Presented & { readonly title: string },
): Promise<number> => {
  const digest = createHash('sha256').update(text).digest('hex');
  for (;;) {
    const last = (await versionNumbers(folder)).at(-1);
    const before =
      last === undefined ? undefined : await readFile(versionFiles(folder, last).text, 'utf8');
    if (last !== undefined && before === text) {
      // It is in use again.
      await utimes(folder, new Date(), new Date());
      return last;
    }
    const number = (last ?? 0) + 1;
    const files = versionFiles(folder, number);
    if (!(await createText(files.text, text, spool))) continue;
    const lines = before === undefined ? undefined : countLines(compareLines(before, text));
    const version: Version = {
      format: 1,
      number,
      title,
      session,
      at: new Date().toISOString(),
      digest,
      bytes: Buffer.byteLength(text),
      ...(lines === undefined ? {} : { lines }),
    };
    await putFile(files.version, version, spool);
    return number;
  }
};

/** Creates the file as a whole. @returns false if another session was faster */
const createText = async (path: string, text: string, spool: string): Promise<boolean> => {
  const draft = draftIn(spool);
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
};
