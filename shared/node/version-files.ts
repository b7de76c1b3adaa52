import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import {
  subjectSchema,
  versionSchema,
  type Subject,
  type Version,
} from '../session/kept-version.ts';
import { readFileIfThere } from './atomic-file.ts';

/** Name of a subject's folder in `history/`: 24 hex digits. */
export const subjectFolder = ({ cwd, mode, key }: Pick<Subject, 'cwd' | 'mode' | 'key'>): string =>
  createHash('sha256').update([cwd, mode, key].join('\0')).digest('hex').slice(0, 24);

export const isSubjectFolder = (name: string): boolean => /^[0-9a-f]{24}$/u.test(name);

/** The file that says what the versions of a folder are of. */
export const subjectPath = (folder: string): string => join(folder, 'subject.json');

/** The files of a version: its text, what describes it, and the reviewer's decision. */
export const versionFiles = (folder: string, number: number) => ({
  text: join(folder, `${number}.text`),
  version: join(folder, `${number}.json`),
  decision: join(folder, `${number}.decision.json`),
});

/** Numbers of the versions in a folder, ascending; none if there is no such folder. */
export const versionNumbers = async (folder: string): Promise<number[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const number = /^(\d{1,9})\.text$/u.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    })
    .toSorted((one, other) => one - other);
};

/** The versions of a folder, ascending. Damaged descriptions are left out. */
export const readVersions = async (folder: string): Promise<Version[]> => {
  const versions: Version[] = [];
  for (const number of await versionNumbers(folder)) {
    const version = await readVersion(folder, number);
    if (version !== undefined) versions.push(version);
  }
  return versions;
};

/** Undefined if its description is missing or damaged. */
export const readVersion = (folder: string, number: number): Promise<Version | undefined> =>
  readJsonIfValid(versionFiles(folder, number).version, versionSchema);

/** What the versions of a folder are of; undefined if it cannot be read. */
export const readSubject = (folder: string): Promise<Subject | undefined> =>
  readJsonIfValid(subjectPath(folder), subjectSchema);

/** Undefined if the file is missing or damaged. */
export const readJsonIfValid = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  try {
    const text = await readFileIfThere(path);
    return text === undefined ? undefined : schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
