import * as z from 'zod';

/** A hunk's header as numbers: first line and number of lines on the old and on the new side. */
export const hunkSchema = z.tuple([z.int(), z.int(), z.int(), z.int()]);
export type Hunk = z.infer<typeof hunkSchema>;

/** One changed file of a diff. `offset` and `bytes` say where its patch stands in the patch file of the spool. */
export const changedFileSchema = z.object({
  /** Its place in the patch, as text: the key of `GET /api/diff/file?id=`. */
  id: z.string(),
  /**
   * Path on the new side; the old one's where the file was deleted. One that is not UTF-8 is in the form in which git
   * quotes it, `"caf\351.txt"`, and so is one that itself begins and ends with a quotation mark.
   */
  path: z.string(),
  oldPath: z.exactOptional(z.string()),
  status: z.enum(['added', 'deleted', 'modified', 'renamed', 'copied']),
  additions: z.int().min(0),
  deletions: z.int().min(0),
  isBinary: z.boolean(),
  /** Set where it was not compared for its size: that of the larger side. */
  tooLargeBytes: z.exactOptional(z.int().min(0)),
  /**
   * Set where git lists a change that no diff shows: a repository inside of the work tree, a file that must not be read,
   * no file at all (a pipe, a socket), a name that git adds to no index, a change that only the index has, and one that
   * leaves the content as it was. Of a submodule, whose commits may be compared beside it: changes of its own that are
   * not committed, and that it was not checked for them, alone or as the first of those beyond the limit.
   */
  notCompared: z.exactOptional(
    z.enum([
      'repository',
      'unreadable',
      'special',
      'refused',
      'index',
      'same',
      'dirty',
      'unchecked',
      'limit',
    ]),
  ),
  oldMode: z.exactOptional(z.string()),
  newMode: z.exactOptional(z.string()),
  /** What is no ordinary file: its content is the path that it leads to, or the commit that it is at. */
  kind: z.exactOptional(z.enum(['symlink', 'submodule'])),
  /** Why it is put away until the reviewer asks for it: nobody wrote it by hand, or it is not to be compared. */
  setAside: z.exactOptional(
    z.enum(['generated', 'lock', 'minified', 'snapshot', 'bundle', 'packages', 'undiffed']),
  ),
  /** Set where whitespace is hidden and there was no other change in it. */
  hasOnlyWhitespace: z.exactOptional(z.boolean()),
  /** How much of it a rename or a copy kept, in percent. */
  similarity: z.exactOptional(z.int().min(0).max(100)),
  /** The provider's ids of the contents; none on a side that has no content, or where only the patch is known. */
  oldBlob: z.exactOptional(z.string()),
  newBlob: z.exactOptional(z.string()),
  hunks: z.array(hunkSchema),
  /** Of the paths and the patch: another one where the change is another. Absent in what older releases prepared. */
  digest: z.exactOptional(z.string()),
  offset: z.int().min(0),
  bytes: z.int().min(0),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

/** What the task `prepare-diff` leaves in the spool beside the patch. */
export const manifestSchema = z.object({
  /** What is compared, for people: `uncommitted changes`, `main..HEAD`, `patch.diff`. */
  description: z.string(),
  /** Where it came from: only of a repository there is more to be had than the patch. */
  source: z.exactOptional(z.enum(['repository', 'patch'])),
  /** What the work tree was like when it was read: another one where it has changed. None where nothing can change. */
  worktreeState: z.exactOptional(z.string()),
  files: z.array(changedFileSchema),
  additions: z.int().min(0),
  deletions: z.int().min(0),
});
export type Manifest = z.infer<typeof manifestSchema>;
