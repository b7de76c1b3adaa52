import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keptVersionsPath } from '../../../shared/node/kept-versions.ts';
import { shownPath } from '../../../shared/node/path-name.ts';
import {
  readVersion,
  subjectFolder,
  subjectPath,
  versionFiles,
  versionNumbers,
} from '../../../shared/node/version-files.ts';
import type { KeptVersion, Subject, Version } from '../../../shared/session/kept-version.ts';
import type { WantedVersion } from '../document-requests.ts';
import { compareLines, countLines } from './compare-lines.ts';

/** A text of a session. */
export interface PresentedText {
  readonly title: string | undefined;
  readonly text: string;
  /** Which one it is, if the session has several: its name there, and its absolute path. */
  readonly document?: { readonly name: string; readonly path: string };
  /** When it was read, in milliseconds since 1970; absent if just now. */
  readonly readAtMs?: number;
}

/**
 * Keeps each text of a rendered document as the next version of its subject, unless it is the last one again, and notes
 * beside the document, and in the folder `shown`, which versions these are. Sessions may do so at the same time.
 */
export const keepVersions = async (
  wanted: WantedVersion,
  { rendered, shown }: { readonly rendered: string; readonly shown?: string },
  texts: readonly PresentedText[],
): Promise<void> => {
  const path = keptVersionsPath(rendered);
  // What a killed process leaves of it goes with the spool.
  const draft = `${path}.tmp`;
  const kept: KeptVersion[] = [];
  for (const text of texts) kept.push(await keepVersion(wanted, text, draft));
  await putFile(path, kept, draft);
  if (shown === undefined) return;
  await mkdir(shown, { recursive: true, mode: 0o700 });
  for (const version of kept)
    await putFile(keptVersionsPath(join(shown, basename(version.folder))), [version], draft);
};

const keepVersion = async (
  wanted: WantedVersion,
  { text, title: found, document, readAtMs }: PresentedText,
  draft: string,
): Promise<KeptVersion> => {
  const path = document && shownPath(wanted.cwd, document.path);
  const title = found ?? path ?? wanted.name;
  const subject = subjectOf(wanted, { title, path });
  const folder = join(wanted.history, subjectFolder(subject));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await putFile(subjectPath(folder), subject, draft);
  const { session } = wanted;
  const name = document?.name;
  const about = { title, session, ...(name === undefined ? {} : { name }) };
  const number = await putVersion(folder, { text, about, draft, readAtMs });
  return { ...(name === undefined ? {} : { file: name }), folder, number };
};

/** A session of several texts has several subjects: under a key that was given, each is known by its path. */
const subjectOf = (
  { key: given, mode, project, cwd }: WantedVersion,
  { title, path }: { readonly title: string; readonly path: string | undefined },
): Subject => {
  const of = { format: 1, mode, project, cwd } as const;
  if (path === undefined) return { ...of, key: given ?? title };
  return { ...of, key: given === undefined ? path : `${given}\n${path}`, file: path };
};

/** Writes a file as a whole. */
const putFile = async (path: string, value: object, draft: string): Promise<void> => {
  await writeFile(draft, JSON.stringify(value), { mode: 0o600 });
  await rename(draft, path);
};

interface NextVersion {
  readonly text: string;
  readonly about: Pick<Version, 'title' | 'session' | 'name'>;
  readonly draft: string;
  readonly readAtMs: number | undefined;
}

/** @returns its number */
const putVersion = async (
  folder: string,
  { text, about, draft, readAtMs = Date.now() }: NextVersion,
): Promise<number> => {
  const digest = createHash('sha256').update(text).digest('hex');
  for (;;) {
    const numbers = await versionNumbers(folder);
    const last = numbers.at(-1);
    const earlier = await earlierVersion(folder, { numbers, digest, readAtMs });
    if (earlier !== undefined) return earlier;
    const before =
      last === undefined ? undefined : await readFile(versionFiles(folder, last).text, 'utf8');
    if (last !== undefined && before === text) {
      // It is in use again.
      await utimes(folder, new Date(), new Date());
      return last;
    }
    const number = (last ?? 0) + 1;
    const files = versionFiles(folder, number);
    if (!(await createText(files.text, text, draft))) continue;
    const lines = before === undefined ? undefined : countLines(compareLines(before, text));
    const version: Version = {
      format: 1,
      number,
      ...about,
      at: new Date().toISOString(),
      digest,
      bytes: Buffer.byteLength(text),
      ...(lines === undefined ? {} : { lines }),
    };
    await putFile(files.version, version, draft);
    return number;
  }
};

/** The version of a text that was read before the last one was kept, and is shown only now. */
const earlierVersion = async (
  folder: string,
  wanted: {
    readonly numbers: readonly number[];
    readonly digest: string;
    readonly readAtMs: number;
  },
): Promise<number | undefined> => {
  const [last, ...older] = wanted.numbers.toReversed();
  const latest = last === undefined ? undefined : await readVersion(folder, last);
  if (latest === undefined || Date.parse(latest.at) <= wanted.readAtMs) return undefined;
  for (const number of older)
    if ((await readVersion(folder, number))?.digest === wanted.digest) return number;
  return undefined;
};

/** Creates the file as a whole. @returns false if another session was faster */
const createText = async (path: string, text: string, draft: string): Promise<boolean> => {
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
