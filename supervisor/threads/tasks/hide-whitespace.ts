import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { manifestSchema, type ChangedFile } from '../../../shared/placement/manifest.ts';
import type { ResolvedRange } from '../../version-control/git/resolve-range.ts';
import { writePatch } from '../patch/patch-file.ts';
import { withoutWhitespaceChanges } from '../patch/same-lines.ts';
import type { TaskContext } from '../task-context.ts';
import { withTaskOutput } from '../task-output.ts';
import type { HideWhitespaceRequest, HideWhitespaceResult } from '../task-requests.ts';
import { diffRange } from './prepare-diff.ts';

/** A longer patch of one file keeps its whitespace where only its lines could be compared. */
const comparedAtMostBytes = 16 * 1024 * 1024;

/** Where a file's part is found: in git's patch without whitespace, or in what was compared at first. */
interface Parts {
  /** Git's own files by their paths, and its patch; none for a patch. */
  readonly git: ReadonlyMap<string, ChangedFile>;
  readonly gitPatch: FileHandle | undefined;
  readonly firstPatch: FileHandle;
  readonly isWorktree: boolean;
}

/**
 * Makes the same change without whitespace: by git where there is a repository, else, and for files of the work tree
 * that have changed since, by comparing the lines of the patch. Each file keeps its id and its digest.
 * @throws GalleyError as `prepare-diff` does
 */
export const hideWhitespace = async (
  { range, from, patch, manifest, maxBytes }: HideWhitespaceRequest,
  context: TaskContext,
): Promise<HideWhitespaceResult> =>
  withTaskOutput(patch, async ({ folder, draftOf, publish }) => {
    const first = manifestSchema.parse(JSON.parse(await readFile(from.manifest, 'utf8')));
    const gitPath = `${draftOf(patch)}.git`;
    const gitFiles =
      range === undefined
        ? []
        : await gitDiff(range, { path: gitPath, maxBytes }, { ...context, folder });
    const output = await open(draftOf(patch), 'wx', 0o600);
    const firstPatch = await open(from.patch);
    const gitPatch = range === undefined ? undefined : await open(gitPath);
    const files: ChangedFile[] = [];
    try {
      const git = new Map(gitFiles.map((file) => [keyOf(file), file]));
      const parts = { git, gitPatch, firstPatch, isWorktree: range?.to === 'worktree' };
      let offset = 0;
      for (const file of first.files) {
        const { text, ...changed } = await partOf(file, parts);
        await output.appendFile(text);
        files.push({ ...file, ...changed, offset, bytes: text.length });
        offset += text.length;
      }
    } finally {
      await Promise.all([output.close(), firstPatch.close(), gitPatch?.close()]);
    }
    const additions = files.reduce((sum, file) => sum + file.additions, 0);
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
    const made = { ...first, files, additions, deletions };
    await writeFile(draftOf(manifest), JSON.stringify(made), { mode: 0o600 });
    await publish(patch, manifest);
    return { additions, deletions };
  });

const gitDiff = async (
  range: ResolvedRange,
  file: { readonly path: string; readonly maxBytes: number },
  context: TaskContext & { readonly folder: string },
): Promise<readonly ChangedFile[]> => {
  const { files } = await writePatch(file, (take) =>
    diffRange(range, take, { ...context, options: ['--ignore-all-space'] }),
  );
  return files;
};

const keyOf = ({ path, oldPath = path }: ChangedFile): string => `${oldPath}\0${path}`;

type Part = Partial<ChangedFile> & { readonly text: Buffer };

const partOf = async (
  file: ChangedFile,
  { git, gitPatch, firstPatch, isWorktree }: Parts,
): Promise<Part> => {
  if (file.hunks.length === 0) return { text: await read(firstPatch, file) };
  const made = git.get(keyOf(file));
  if (gitPatch !== undefined) {
    const isSame = made?.newBlob === file.newBlob && made?.oldBlob === file.oldBlob;
    if (made !== undefined && isSame && made.hunks.length > 0) {
      const { hunks, additions, deletions } = made;
      return { text: await read(gitPatch, made), hunks, additions, deletions };
    }
    if (!isWorktree) return nothingElse;
  }
  return compareLines(file, firstPatch);
};

const nothingElse = {
  text: Buffer.alloc(0),
  hunks: [],
  additions: 0,
  deletions: 0,
  hasOnlyWhitespace: true,
} satisfies Part;

const compareLines = async (file: ChangedFile, patch: FileHandle): Promise<Part> => {
  const bytes = await read(patch, file);
  if (file.bytes > comparedAtMostBytes) return { text: bytes };
  const reduced = withoutWhitespaceChanges(bytes.toString('latin1'));
  if (reduced === undefined) return { text: bytes };
  const { text, ...changed } = reduced;
  return changed.hunks.length === 0
    ? nothingElse
    : { text: Buffer.from(text, 'latin1'), ...changed };
};

const read = async (
  file: FileHandle,
  { offset, bytes }: Pick<ChangedFile, 'offset' | 'bytes'>,
): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
};
