import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBelow, pathBytes } from '../../../../shared/node/path-name.ts';
import { reasonOf } from '../../../../shared/node/secure-folder.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { ResolvedRange } from '../resolve-range.ts';
import { programsOff } from '../repository-programs.ts';
import { runGit } from '../run-git.ts';
import type { TaskContext } from '../../../threads/task-context.ts';

interface WorktreeFile {
  readonly range: ResolvedRange;
  readonly file: Pick<ChangedFile, 'path'>;
  /** Git's id of the content that was compared. */
  readonly blob: string;
  readonly maxBytes: number;
}

/**
 * The content of a file of the work tree, if it is the one that was compared. Whatever a path leads to by now, nothing
 * else is ever given out: the content must have the id.
 * @throws GalleyError `content_changed` or `content_too_large`, or as runGit does
 */
export const readWorktreeFile = async (
  { range, file, blob, maxBytes }: WorktreeFile,
  scope: TaskContext,
): Promise<Buffer> => {
  const content = await readIfThere(pathBelow(range.topLevel, file.path), maxBytes);
  if (idOf(content, blob.length) === blob) return content;
  // Git may have compared it with other line ends than it has on the disk.
  const unixLines = Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  if (idOf(unixLines, blob.length) === blob) return unixLines;
  if ((await comparedId(content, { range, path: file.path, scope })) !== blob) throw changed();
  return unixLines;
};

/** Git's id of a content of the work tree, after what its attributes make of it; undefined where it cannot be asked. */
const comparedId = async (
  content: Buffer,
  { range, path, scope }: { range: ResolvedRange; path: string; scope: TaskContext },
): Promise<string | undefined> => {
  const bytes = pathBytes(path);
  // An argument of a process is UTF-8.
  if (!isUtf8(bytes)) return undefined;
  const { stdout } = await runGit({
    cwd: range.topLevel,
    args: ['hash-object', `--path=${bytes.toString()}`, '--stdin'],
    settings: await programsOff(range.topLevel, scope),
    input: content,
    scope,
  });
  return stdout.trim();
};

/** Git's id: SHA-1, or SHA-256 in a repository of 64 digits. */
const idOf = (content: Buffer, digits: number): string =>
  createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');

const readIfThere = async (path: Buffer, maxBytes: number): Promise<Buffer> => {
  try {
    if ((await lstat(path)).isSymbolicLink()) return await readlink(path, { encoding: 'buffer' });
    // What is no file by now must not be waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw changed();
      if (stats.size > maxBytes)
        throw new GalleyError(
          'content_too_large',
          `This file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB and is not shown here.`,
        );
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof GalleyError) throw error;
    throw changed(error);
  }
};

const changed = (cause?: unknown): GalleyError =>
  new GalleyError(
    'content_changed',
    `This file is no longer what was compared${cause === undefined ? '' : ` (${reasonOf(cause)})`}. Open the review again to see it as it is now.`,
    { cause },
  );
