import { open, writeFile, type FileHandle } from 'node:fs/promises';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { maxPatchBytes } from '../../version-control/change-source.ts';
import { openChange } from '../../version-control/providers.ts';
import { readPart, totalsOf, writePatch } from '../patch/patch-file.ts';
import { readManifest } from '../patch/read-manifest.ts';
import { withoutWhitespaceChanges } from '../patch/without-whitespace.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { HideWhitespaceRequest, HideWhitespaceResult } from '../change-requests.ts';

/** A larger patch of one file keeps its whitespace changes if only its lines could be compared. */
const maxComparedBytes = 16 * 1024 * 1024;

/** The sources of a file's part: the provider's patch ignoring whitespace, or the original one. */
interface Parts {
  /** The provider's files by path, and its patch; empty if the provider cannot ignore whitespace. */
  readonly own: ReadonlyMap<string, ChangedFile>;
  readonly ownPatch: FileHandle | undefined;
  readonly firstPatch: FileHandle;
  /** Whether the files may have changed since the comparison. */
  readonly canChange: boolean;
}

/**
 * Makes the same change ignoring whitespace: by the provider if it can, and otherwise, or for files changed since, by
 * comparing the lines of the patch. Files keep their ids and digests.
 * @throws GalleyError as `prepare-diff` does
 */
export const hideWhitespace = async (
  { source, from, patch, manifest, maxBytes = maxPatchBytes }: HideWhitespaceRequest,
  context: TaskContext,
): Promise<HideWhitespaceResult> =>
  withTaskOutput(patch, async ({ folder, draftOf, publish }) => {
    const first = await readManifest(from.manifest);
    const { compareIgnoringSpace, refresh } = openChange(source);
    const ownPath = `${draftOf(patch)}.own`;
    const made =
      compareIgnoringSpace &&
      (await writePatch({ path: ownPath, maxBytes }, (take) =>
        compareIgnoringSpace({ take, folder, context }),
      ));
    const output = await open(draftOf(patch), 'wx', 0o600);
    const firstPatch = await open(from.patch);
    const ownPatch = made && (await open(ownPath));
    const files: ChangedFile[] = [];
    try {
      const own = new Map(made?.files.map((file) => [keyOf(file), file]));
      const parts = { own, ownPatch, firstPatch, canChange: refresh !== undefined };
      let offset = 0;
      for (const file of first.files) {
        const { text, ...changed } = await partOf(file, parts);
        await output.appendFile(text);
        files.push({ ...file, ...changed, offset, bytes: text.length });
        offset += text.length;
      }
    } finally {
      await Promise.all([output.close(), firstPatch.close(), ownPatch?.close()]);
    }
    const totals = totalsOf(files);
    const reduced = { ...first, files, ...totals };
    await writeFile(draftOf(manifest), JSON.stringify(reduced), { mode: 0o600 });
    await publish(patch, manifest);
    return totals;
  });

const keyOf = ({ path, oldPath = path }: ChangedFile): string => `${oldPath}\0${path}`;

type Part = Partial<ChangedFile> & { readonly text: Buffer };

const partOf = async (
  file: ChangedFile,
  { own, ownPatch, firstPatch, canChange }: Parts,
): Promise<Part> => {
  if (file.hunks.length === 0) return { text: await readPart(firstPatch, file) };
  const made = own.get(keyOf(file));
  if (ownPatch !== undefined) {
    const isSame = made?.newBlob === file.newBlob && made?.oldBlob === file.oldBlob;
    if (made !== undefined && isSame && made.hunks.length > 0) {
      const { hunks, additions, deletions } = made;
      return { text: await readPart(ownPatch, made), hunks, additions, deletions };
    }
    if (!canChange) return nothingElse;
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
  const bytes = await readPart(patch, file);
  if (file.bytes > maxComparedBytes) return { text: bytes };
  const reduced = withoutWhitespaceChanges(bytes.toString('latin1'));
  if (reduced === undefined) return { text: bytes };
  const { text, ...changed } = reduced;
  return changed.hunks.length === 0
    ? nothingElse
    : { text: Buffer.from(text, 'latin1'), ...changed };
};
