import * as z from 'zod';
import {
  countSchema,
  flagSchema,
  optionalCountSchema,
  optionalFlagSchema,
  optionalTextSchema,
  ordinalSchema,
  textSchema,
} from '../scalars.ts';
import { providerCapabilitySchema } from '../session/capabilities.ts';
import { stagingActionSchema } from '../session/staging-action.ts';
import { repositoryNoteSchema } from './repository-note.ts';

/** A hunk's header: first line and number of lines, old side then new. */
export const hunkSchema = z.tuple([z.int(), z.int(), z.int(), z.int()]);
export type Hunk = z.infer<typeof hunkSchema>;

/** 1-based lines of a patch: the first of them, and how many more there are. */
const patchLinesSchema = z.object({ first: z.array(ordinalSchema), more: countSchema });
export type PatchLines = z.infer<typeof patchLinesSchema>;

/** A changed file. `offset` and `bytes` locate its patch in the spool's patch file. */
const changedFileSchema = z.object({
  /** Its index in the patch, as a string: the key of `GET /api/diff/file?id=`. */
  id: textSchema,
  /**
   * Path on the new side, or the old one if deleted. A path that is not UTF-8 is quoted as git does, `"caf\351.txt"`,
   * and so is one that itself begins and ends with a quotation mark.
   */
  path: textSchema,
  oldPath: optionalTextSchema,
  status: z.enum(['added', 'deleted', 'modified', 'renamed', 'copied']),
  additions: countSchema,
  deletions: countSchema,
  isBinary: flagSchema,
  /** Set if it was too large to compare: size of the larger side. */
  tooLargeBytes: optionalCountSchema,
  /**
   * Set for changes that no diff shows: a nested repository, an unreadable file, a special file (a pipe, a socket), a
   * name that git refuses to add, a change only in the index, one that leaves the content unchanged, or a conflict in
   * which a side has no version. For a submodule, whose commits may be compared as well: uncommitted changes of its
   * own, or that it was not checked for them, alone or as the first beyond the limit. For one of several repositories:
   * that it could not be compared.
   */
  notCompared: z.exactOptional(
    z.enum([
      'repository',
      'unreadable',
      'special',
      'refused',
      'index',
      'same',
      'conflict',
      'dirty',
      'unchecked',
      'limit',
      'failed',
    ]),
  ),
  /** A sentence on why it was not compared. */
  problem: optionalTextSchema,
  /** Set if nothing can be staged, discarded or applied in it, although it can in other files. */
  isReadOnly: optionalFlagSchema,
  /** Set if it is new, and nothing of it is staged. */
  isUntracked: optionalFlagSchema,
  oldMode: optionalTextSchema,
  newMode: optionalTextSchema,
  /** Not a regular file: its content is the target path, or the commit. */
  kind: z.exactOptional(z.enum(['symlink', 'submodule'])),
  /** Set if the lines are a Git LFS pointer, not the content. */
  isPointer: optionalFlagSchema,
  /** How its lines end now, if the changed lines ended otherwise before. */
  lineEnds: z.exactOptional(z.enum(['crlf', 'lf'])),
  /** Set if the new side is an unresolved conflict, shown with its markers. */
  hasConflict: z.exactOptional(z.literal(true)),
  /** Why it is collapsed: it was not written by hand, or is marked as not to be diffed. */
  setAside: z.exactOptional(
    z.enum(['generated', 'lock', 'minified', 'snapshot', 'bundle', 'packages', 'undiffed']),
  ),
  /** Set if whitespace is hidden and there is no other change. */
  hasOnlyWhitespace: optionalFlagSchema,
  /** Similarity of a rename or copy, in percent. */
  similarity: z.exactOptional(z.int().min(0).max(100)),
  /** The provider's ids of the contents; none on a side that has no content, or where only the patch is known. */
  oldBlob: optionalTextSchema,
  newBlob: optionalTextSchema,
  hunks: z.array(hunkSchema),
  /** Those of a modified file that surely change nothing but imports and empty lines. */
  importHunks: z.exactOptional(z.array(hunkSchema)),
  /** Headers of hunks with other counts than lines; what is shown are the lines. */
  wrongHunks: z.exactOptional(patchLinesSchema),
  /** Digest of the paths and the patch, to recognise the change. Absent in data of older releases. */
  digest: optionalTextSchema,
  /** The digest that it has in a review of its repository alone, if that is one of several. */
  ownDigest: optionalTextSchema,
  offset: countSchema,
  bytes: countSchema,
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

/** 1-based ranges of lines of a patch, both ends included: the first ranges, and the number of lines after them. */
const unknownLinesSchema = z.object({
  ranges: z.array(z.tuple([ordinalSchema, ordinalSchema])),
  more: countSchema,
});
export type UnknownLines = z.infer<typeof unknownLinesSchema>;

/** Output of the task `prepare-diff`, with the patch. */
export const manifestSchema = z.object({
  /** What is compared, as text: `uncommitted changes`, `main..HEAD`, `patch.diff`. */
  description: textSchema,
  /** Id of the scope that is compared, in a repository. */
  scope: optionalTextSchema,
  /** What can be done with the files of this scope. */
  staging: z.exactOptional(z.array(stagingActionSchema)),
  /** What its session can do, but not with this scope. */
  lacks: z.exactOptional(z.array(providerCapabilitySchema)),
  /** Origin: only a repository has more than the patch. */
  source: z.exactOptional(z.enum(['repository', 'patch'])),
  /** Fingerprint of the work tree when it was read. Absent if nothing can change. */
  worktreeState: optionalTextSchema,
  files: z.array(changedFileSchema),
  additions: countSchema,
  deletions: countSchema,
  /** Lines of the patch, as it was given, that belong to no file and are not a mail or a commit message. */
  unknownLines: z.exactOptional(unknownLinesSchema),
  /** What to know of its repository. */
  notes: z.exactOptional(z.array(repositoryNoteSchema)),
});
export type Manifest = z.infer<typeof manifestSchema>;
