import { createHash } from 'node:crypto';

/** How many characters of a hash identify a change of a file. */
export const digestCharacters = 32;

/** The digest of a file's change in one of several repositories, from its digest in that repository alone. */
export const digestBelow = (folder: string, digest: string): string =>
  createHash('sha256').update(`${folder}\0${digest}`).digest('hex').slice(0, digestCharacters);
