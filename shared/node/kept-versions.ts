import { dirname, join } from 'node:path';
import {
  keptVersionSchema,
  keptVersionsSchema,
  type KeptVersion,
} from '../session/kept-version.ts';
import { readJsonIfValid } from './version-files.ts';

/** Ends the names of files beside rendered documents. */
export const keptVersionsSuffix = '.kept';

/** Beside a rendered document: which versions its texts are. */
export const keptVersionsPath = (document: string): string => `${document}${keptVersionsSuffix}`;

/** The versions that a rendered document shows, one for each text, in their order; none if they are not kept. */
export const readKeptVersions = async (document: string): Promise<readonly KeptVersion[]> => {
  const kept = await readJsonIfValid(keptVersionsPath(document), keptVersionsSchema);
  if (kept !== undefined) return kept;
  // Spools of earlier releases.
  const only = join(dirname(document), 'kept-version.json');
  const version = await readJsonIfValid(only, keptVersionSchema);
  return version === undefined ? [] : [version];
};
