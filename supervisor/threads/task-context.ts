import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';

/** A private folder for a task's files while they are written, next to their destinations. */
interface TaskOutput {
  readonly folder: string;
  /** Where to write the file that becomes `path`. */
  readonly draftOf: (path: string) => string;
  /** Moves drafts to their destinations, in this order. */
  readonly publish: (...paths: string[]) => Promise<void>;
}

/**
 * Runs `write` with a temporary folder, so that nobody ever sees a partial file.
 * @throws GalleyError `storage_failed` on disk errors, or what `write` throws
 */
export const withTaskOutput = async <T>(
  path: string,
  write: (output: TaskOutput) => Promise<T>,
): Promise<T> => {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(dirname(path), '.task-'));
    return await write(outputIn(folder));
  } catch (error) {
    throw storageErrorOf(path, error);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
};

const outputIn = (folder: string): TaskOutput => {
  const draftOf = (path: string): string => join(folder, basename(path));
  return {
    folder,
    draftOf,
    publish: async (...paths) => {
      for (const path of paths) await rename(draftOf(path), path);
    },
  };
};

const diskErrors = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EIO']);

const storageErrorOf = (path: string, error: unknown): unknown => {
  if (error instanceof GalleyError || !diskErrors.has(reasonOf(error))) return error;
  return new GalleyError(
    'storage_failed',
    `Cannot write to ${dirname(path)} (${reasonOf(error)}). Free up space or fix its permissions, then open the review again.`,
    { cause: error },
  );
};

/** What a task gets besides its request: when to stop, and whom to tell about processes it starts. */
export interface TaskContext {
  readonly signal: AbortSignal;
  readonly onStart?: (pid: number) => void;
  readonly onEnd?: (pid: number) => void;
}
