import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import { reasonOf } from '../../../../shared/node/secure-folder.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { ResolvedRange } from '../resolve-range.ts';
import { runGit, programsOff } from '../run-git.ts';
import type { TaskContext } from '../../../threads/task-context.ts';
import { readPlainFile } from '../../../../shared/node/plain-file.ts';

interface WorktreeFile {
  readonly range: ResolvedRange;
  readonly file: Pick<ChangedFile, 'path'>;
  /** Git's id of the compared content. */
  readonly blob: string;
  readonly maxBytes: number;
}

/**
 * Reads a file of the work tree if it is still as compared. Whatever the path leads to by now, only content with the
 * expected id is returned.
 * @throws GalleyError `content_changed` or `content_too_large`, or as runGit does
 */
export const readWorktreeFile = async (
  { range, file, blob, maxBytes }: WorktreeFile,
  context: TaskContext,
): Promise<Buffer> => {
  const content = await readIfThere({ range, file, maxBytes });
  if (idOf(content, blob.length) === blob) return content;
  // Git may have normalized line endings before comparing.
  const unixLines = Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  if (idOf(unixLines, blob.length) === blob) return unixLines;
  if ((await comparedId(content, { range, path: file.path, context })) !== blob) throw changed();
  return unixLines;
};

/** The id git would give the content, with attributes applied; undefined if git cannot be asked. */
const comparedId = async (
  content: Buffer,
  { range, path, context }: { range: ResolvedRange; path: string; context: TaskContext },
): Promise<string | undefined> => {
  const bytes = pathBytes(path);
  // Process arguments must be UTF-8.
  if (!isUtf8(bytes)) return undefined;
  const { stdout } = await runGit({
    cwd: range.topLevel,
    args: ['hash-object', `--path=${bytes.toString()}`, '--stdin'],
    settings: await programsOff(range.topLevel, context),
    input: content,
    context,
  });
  return stdout.trim();
};

/** Git's blob id: SHA-1, or SHA-256 for ids of 64 digits. */
const idOf = (content: Buffer, digits: number): string =>
  createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');

const readIfThere = async ({
  range,
  file,
  maxBytes,
}: Omit<WorktreeFile, 'blob'>): Promise<Buffer> => {
  const found = await readPlainFile(range.topLevel, file.path, maxBytes).catch((error: unknown) => {
    throw changed(error);
  });
  if (found === undefined) throw changed();
  if (found.content === undefined)
    throw new GalleyError(
      'content_too_large',
      `This file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB and is not shown here.`,
    );
  return found.content;
};

const changed = (cause?: unknown): GalleyError =>
  new GalleyError(
    'content_changed',
    `This file is no longer what was compared${cause === undefined ? '' : ` (${reasonOf(cause)})`}. Open the review again to see it as it is now.`,
    { cause },
  );
