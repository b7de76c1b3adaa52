import { constants } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { plainPath } from '../../../shared/node/path-name.ts';
import { outOfDescriptors, reasonOf } from '../../../shared/node/secure-folder.ts';
import { comparePaths } from '../../../shared/path-order.ts';
import type { ChangedFile, Manifest } from '../../../shared/placement/manifest.ts';
import { safeDiffOptions } from '../../version-control/git/git-safety.ts';
import { checkGitVersion } from '../../version-control/git/git-version.ts';
import { programsOff } from '../../version-control/git/repository-programs.ts';
import type { ResolvedRange } from '../../version-control/git/resolve-range.ts';
import { runGit } from '../../version-control/git/run-git.ts';
import { withDigests } from '../patch/patch-digests.ts';
import { copyCorrected, moveFiles, writePatch } from '../patch/patch-file.ts';
import type { IndexedPatch } from '../patch/patch-index.ts';
import { attributesOf, withSetAside } from '../patch/set-aside.ts';
import { withTooLarge } from '../../version-control/git/too-large.ts';
import { withNotCompared } from '../../version-control/git/not-compared.ts';
import { indexForDiff } from '../../version-control/git/worktree/worktree-index.ts';
import type { TaskContext } from '../task-context.ts';
import {
  readChangedWorktree,
  type FoundPath,
} from '../../version-control/git/worktree/changed-worktree.ts';
import { readWorktreeState } from '../../version-control/git/worktree/worktree-state.ts';
import { withTaskOutput } from '../task-output.ts';
import type { PrepareDiffRequest, PrepareDiffResult } from '../task-requests.ts';

const defaultMaxBytes = 256 * 1024 * 1024;

type TakePart = (part: Buffer) => Promise<void>;

/**
 * Makes the patch of a comparison, or takes one that is there, and the manifest of its files. No change at all is an
 * empty manifest.
 * @throws GalleyError `git_failed`, `invalid_patch`, `file_not_found`, `content_too_large` or `storage_failed`
 */
export const prepareDiff = async (
  { from, patch, manifest, contents, version = 1, maxBytes = defaultMaxBytes }: PrepareDiffRequest,
  context: TaskContext,
): Promise<PrepareDiffResult> =>
  withTaskOutput(patch, async ({ folder, draftOf, publish }) => {
    const draft = draftOf(patch);
    // Before anything is read: what changes meanwhile is seen as a change.
    const worktree = from.kind === 'range' ? await worktreeOf(from.range, context) : undefined;
    const state = worktree === undefined ? {} : await stateOf(worktree, contents, context);
    const indexed = await writePatch({ path: draft, maxBytes }, (take) =>
      from.kind === 'range'
        ? diffRange(from.range, take, { ...context, folder, changed: worktree?.changed })
        : readPatch(from.path, take, context),
    );
    if (from.kind === 'patch' && indexed.files.length === 0 && !indexed.hasOnlySpace)
      throw new GalleyError(
        'invalid_patch',
        `${from.name ?? basename(from.path)} contains no changes. Give a unified diff, such as git diff writes.`,
      );
    const corrected = await applyCorrections(draft, indexed);
    const listed = withNotCompared(corrected, worktree?.changed ?? []);
    const digested = await withDigests(draft, await withReasons(from, listed, context));
    const ordered = digested.toSorted((a, b) => comparePaths(plainPath(a.path), plainPath(b.path)));
    const files = version === 1 ? ordered : ordered.map((file) => withVersion(file, version));
    const made: Manifest = {
      source: from.kind === 'range' ? 'repository' : 'patch',
      ...state,
      description: from.kind === 'range' ? from.range.description : (from.name ?? 'patch'),
      files,
      additions: files.reduce((sum, file) => sum + file.additions, 0),
      deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    };
    await writeFile(draftOf(manifest), JSON.stringify(made), { mode: 0o600 });
    // The manifest last: where it is, the patch is.
    await publish(patch, manifest);
    return { files: files.length, additions: made.additions, deletions: made.deletions };
  });

const withVersion = (file: ChangedFile, version: number): ChangedFile => ({
  ...file,
  id: `${version}-${file.id}`,
});

/** What is changed in the work tree; undefined where two commits are compared. */
const worktreeOf = async (
  { topLevel, to }: Pick<ResolvedRange, 'topLevel' | 'to'>,
  context: TaskContext,
) => {
  if (to !== 'worktree') return undefined;
  await checkGitVersion(topLevel, context);
  return { topLevel, ...(await readChangedWorktree(topLevel, context)) };
};

/** What the work tree is like; without it a change of it is not noticed, which is no reason to fail. */
const stateOf = async (
  { topLevel, ...status }: NonNullable<Awaited<ReturnType<typeof worktreeOf>>>,
  contents: string | undefined,
  context: TaskContext,
): Promise<Pick<Manifest, 'worktreeState'>> => {
  try {
    return { worktreeState: await readWorktreeState({ topLevel, contents, status }, context) };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return {};
  }
};

/** The files with why each is put away or was not compared. */
const withReasons = async (
  from: PrepareDiffRequest['from'],
  files: readonly ChangedFile[],
  scope: TaskContext,
): Promise<ChangedFile[]> => {
  if (from.kind === 'patch')
    // A patch may name contents, but there is no repository to have them from.
    return withSetAside(files, new Map()).map(({ oldBlob: _, newBlob: __, ...file }) => file);
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const attributes = await attributesOf({ topLevel: from.range.topLevel, paths, scope });
  return withTooLarge(withSetAside(files, attributes), from.range, scope);
};

interface DiffOptions extends TaskContext {
  /** Where what is needed on the way is put. */
  readonly folder: string;
  /** Further ones of `git diff`. */
  readonly options?: readonly string[];
  /** What git lists as changed in the work tree, where that is known already. */
  readonly changed?: readonly FoundPath[] | undefined;
}

/** Git's patch of a range, in parts. */
export const diffRange = async (
  { topLevel, from, to }: ResolvedRange,
  take: TakePart,
  { folder, options = [], changed: known, ...scope }: DiffOptions,
): Promise<void> => {
  await checkGitVersion(topLevel, scope);
  const settings = await programsOff(topLevel, scope);
  const changed = known ?? (await worktreeOf({ topLevel, to }, scope))?.changed;
  const variables =
    changed === undefined
      ? {}
      : await indexForDiff({ topLevel, changed, from, settings, folder, scope });
  const sides = to === 'worktree' ? [from] : [from, to];
  await runGit({
    cwd: topLevel,
    args: ['diff', ...safeDiffOptions, ...options, ...sides, '--'],
    settings,
    variables,
    scope,
    onOutput: take,
    // The pool's limit is what counts.
    timeLimitMs: 60 * 60_000,
  });
};

const readPatch = async (path: string, take: TakePart, { signal }: TaskContext): Promise<void> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (cause: unknown) => {
      throw (
        outOfDescriptors(cause) ??
        new GalleyError(
          'file_not_found',
          `The patch ${path} cannot be read (${reasonOf(cause)}). Check its path and permissions.`,
          { cause },
        )
      );
    },
  );
  try {
    if (!(await file.stat()).isFile())
      throw new GalleyError('invalid_patch', `${path} is not a file. Name a patch file.`);
    let isFirst = true;
    for await (const part of file.createReadStream({ autoClose: false, signal })) {
      if (isFirst) refuseUtf16(part as Buffer, path);
      isFirst = false;
      await take(part as Buffer);
    }
  } finally {
    await file.close();
  }
};

const refuseUtf16 = (part: Buffer, path: string): void => {
  const mark = part.length < 2 ? 0 : part.readUInt16BE(0);
  if (mark === 0xff_fe || mark === 0xfe_ff)
    throw new GalleyError(
      'invalid_patch',
      `${path} is UTF-16, as PowerShell writes it. Save it as UTF-8 and try again.`,
    );
};

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
