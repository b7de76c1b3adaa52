import { readName } from './file-name.ts';

/** Fields of git's extended header, verbatim. */
export interface ExtendedHeader {
  /** Absent if only content or mode changed. */
  status?: 'added' | 'deleted' | 'renamed' | 'copied';
  /** Names, if renamed or copied. */
  from?: string;
  to?: string;
  oldMode?: string;
  newMode?: string;
  /** `95%`. */
  similarity?: string;
  dissimilarity?: string;
  /** `OLD..NEW`, or `OLD..NEW MODE` if the mode is unchanged. */
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

/** Reads a line of git's extended header; false for any other line. */
export const takeExtended = (header: ExtendedHeader, line: string): boolean => {
  const found = extended.find(([start]) => line.startsWith(start));
  if (found === undefined) return false;
  const [start, field, status] = found;
  header[field] = line.slice(start.length);
  if (status !== undefined) header.status = status;
  return true;
};

const gitStart = 'diff --git ';

/** The names after `diff --git `, which starts a file in git's patches; undefined for any other line. */
export const readGitNames = (line: string): string | undefined =>
  line.startsWith(gitStart) ? line.slice(gitStart.length) : undefined;

/** Whether a line starts a file of a merge, which has more than two sides. */
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

/** What a binary file has instead of hunks: a note, or data on the following lines. */
export const readBinary = (line: string): 'note' | 'data' | undefined => {
  if (line === 'GIT binary patch') return 'data';
  return /^Binary files .* differ$/u.test(line) ? 'note' : undefined;
};

/** Whether a line belongs to a binary patch: in base 85 after its length, or empty, or the length of all. */
export const isBinaryData = (line: string): boolean =>
  /^(?:[A-Za-z][\w!#$%&()*+;<=>?@^`{|}~-]+|(?:literal|delta) \d+)?$/u.test(line);
