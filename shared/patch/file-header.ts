import { readName } from './file-name.ts';

/** What the lines of git's extended header say of a file, as they say it. */
export interface ExtendedHeader {
  /** Absent where only content or mode have changed. */
  status?: 'added' | 'deleted' | 'renamed' | 'copied';
  /** Names of what was renamed or copied. */
  from?: string;
  to?: string;
  oldMode?: string;
  newMode?: string;
  /** `95%`. */
  similarity?: string;
  dissimilarity?: string;
  /** `OLD..NEW`, or `OLD..NEW MODE` where the mode has not changed. */
  index?: string;
}

type Field = Exclude<keyof ExtendedHeader, 'status'>;

const extended: readonly (readonly [string, Field, ExtendedHeader['status']?])[] = [
  ['index ', 'index'],
  ['old mode ', 'oldMode'],
  ['new mode ', 'newMode'],
  ['deleted file mode ', 'oldMode', 'deleted'],
  ['new file mode ', 'newMode', 'added'],
  ['copy from ', 'from', 'copied'],
  ['copy to ', 'to'],
  ['rename from ', 'from', 'renamed'],
  ['rename to ', 'to'],
  ['similarity index ', 'similarity'],
  ['dissimilarity index ', 'dissimilarity'],
];

/** Takes a line of git's extended header; false where it is none. */
export const takeExtended = (header: ExtendedHeader, line: string): boolean => {
  const found = extended.find(([start]) => line.startsWith(start));
  if (found === undefined) return false;
  const [start, field, status] = found;
  header[field] = line.slice(start.length);
  if (status !== undefined) header.status = status;
  return true;
};

const gitStart = 'diff --git ';

/** The names behind `diff --git `, with which a file begins in git's patches; undefined for any other line. */
export const readGitNames = (line: string): string | undefined =>
  line.startsWith(gitStart) ? line.slice(gitStart.length) : undefined;

/** Whether a line begins a file of a merge, which has more than two sides. */
export const opensCombinedFile = (line: string): boolean => /^diff --(?:cc|combined) /u.test(line);

export interface SideName {
  readonly side: 'old' | 'new';
  readonly name: string;
}

/** The name in a `--- NAME` or `+++ NAME`; undefined for any other line. */
export const readSideName = (line: string): SideName | undefined => {
  const side = line.startsWith('--- ') ? 'old' : line.startsWith('+++ ') ? 'new' : undefined;
  return side && { side, name: readName(line.slice(4)) };
};

/** What stands in place of hunks where a file is binary: a note, or data on further lines. */
export const readBinary = (line: string): 'note' | 'data' | undefined => {
  if (line === 'GIT binary patch') return 'data';
  return /^Binary files .* differ$/u.test(line) ? 'note' : undefined;
};

/** Lines of a binary patch hold no spaces, but for the two that say how long it is. */
export const isBinaryData = (line: string): boolean =>
  !line.includes(' ') || /^(?:literal|delta) \d+$/u.test(line);
