import { isSignature, isStripped } from './hunk-lines.ts';

/**
 * Where a line that belongs to no file stands: in the text around the files, such as a mail or a commit message; after a
 * file; after a mail's signature separator; or in something else, which the reader of the patch must be told about.
 */
export type Outside = 'text' | 'file' | 'signature' | 'unknown';

/** The first line of a mail, or of a commit in the output of `git log` or `hg export`. */
const startsText = /^(?:From \S+ |commit [0-9a-f]{7,64}\b|# HG changeset patch$)/u;

/** What diff, Subversion and CVS write before a file, and the version of git after the signature separator. */
const header = /^(?:diff |Index: |={20,}$|RCS file: |retrieving revision )/u;
const version = /^\d+\.\d[\w.() +-]*$/u;

/**
 * The start of a change that `patch` would apply, but which is not a unified diff at the start of its lines: it is
 * indented, after an `X` or in a quoted mail, or a context diff, a normal one, or an ed script.
 */
const opensChange =
  /^(?:[ \tX]|- )*(?:@@ -\d|diff --git |--- \S|\+\+\+ \S|\*{15}|\d+(?:,\d+)?[acd](?:\d+(?:,\d+)?)?$)/u;

/** Where the next line outside of all files stands; it must be reported if the answer is `unknown`. */
export const nextOutside = (before: Outside, line: string): Outside => {
  if (isStripped(line)) return before;
  if (opensChange.test(line)) return 'unknown';
  if (before === 'text') return 'text';
  if (before !== 'unknown' && startsText.test(line)) return 'text';
  if (before === 'file' && isSignature(line)) return 'signature';
  if (before === 'signature' && version.test(line)) return 'signature';
  return header.test(line) ? 'file' : 'unknown';
};
