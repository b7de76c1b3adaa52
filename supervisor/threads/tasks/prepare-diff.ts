import { rename, writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { plainPath } from '../../../shared/node/path-name.ts';
import { comparePaths } from '../../../shared/path-order.ts';
import type { ChangedFile, Manifest } from '../../../shared/placement/manifest.ts';
import { maxPatchBytes } from '../../version-control/change-source.ts';
import { lackingOf } from '../../version-control/provider.ts';
import { openChange } from '../../version-control/providers.ts';
import { partsText } from '../../version-control/state-parts.ts';
import {
  copyCorrected,
  moveFiles,
  writePatch,
  withDigests,
  totalsOf,
} from '../patch/patch-file.ts';
import type { IndexedPatch } from '../patch/patch-index.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { PrepareDiffRequest, PrepareDiffResult } from '../change-requests.ts';

/**
 * Writes the patch of a change and the manifest of its files; if nothing has changed, the manifest is empty.
 * @throws GalleyError `invalid_patch`, `content_too_large` or `storage_failed`, or as the provider does
 */
export const prepareDiff = async (
  request: PrepareDiffRequest,
  context: TaskContext,
): Promise<PrepareDiffResult> =>
  withTaskOutput(request.patch, async ({ folder, draftOf, publish }) => {
    const { source, input, patch, manifest, contents, version = 1 } = request;
    const { maxBytes = maxPatchBytes, made: partsFile } = request;
    const draft = draftOf(patch);
    const change = openChange(source);
    const { description, scope, writer } = change;
    const { produced, ...indexed } = await writePatch({ path: draft, maxBytes }, (take) =>
      change.compare({ take, folder, input, contents, context }),
    );
    if (indexed.files.length === 0 && !indexed.hasOnlySpace)
      throw new GalleyError(
        'invalid_patch',
        `No changes found in ${description}. Give a unified diff, such as git diff writes.`,
      );
    const listed = await produced.complete(await applyCorrections(draft, indexed));
    const digested = await withDigests(draft, listed);
    const ordered = digested.toSorted((a, b) => comparePaths(plainPath(a.path), plainPath(b.path)));
    const files = version === 1 ? ordered : ordered.map((file) => withVersion(file, version));
    const { state, parts, notes = [] } = produced;
    const { unknownLines } = indexed;
    const totals = totalsOf(files);
    const lacks = lackingOf(change);
    const listing: Manifest = {
      source: change.readSide === undefined ? 'patch' : 'repository',
      ...(scope === undefined ? {} : { scope: scope.id }),
      ...(state === undefined ? {} : { worktreeState: state }),
      ...(writer === undefined ? {} : { staging: [...writer.actions] }),
      ...(lacks.length === 0 ? {} : { lacks }),
      description,
      files,
      ...totals,
      ...(unknownLines === undefined ? {} : { unknownLines }),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
    };
    await writeFile(draftOf(manifest), JSON.stringify(listing), { mode: 0o600 });
    if (parts !== undefined && partsFile !== undefined) {
      await writeFile(draftOf(partsFile), partsText(parts), { mode: 0o600 });
      await publish(partsFile);
    }
    // The manifest goes last: its presence implies the patch.
    await publish(patch, manifest);
    return { files: files.length, ...totals };
  });

const withVersion = (file: ChangedFile, version: number): ChangedFile => ({
  ...file,
  id: `${version}-${file.id}`,
});

const applyCorrections = async (
  patch: string,
  { files, corrections }: IndexedPatch,
): Promise<IndexedPatch['files']> => {
  if (corrections.length === 0) return files;
  const corrected = `${patch}.corrected`;
  await copyCorrected(patch, corrected, corrections);
  await rename(corrected, patch);
  return moveFiles(files, corrections);
};
