import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { runJj } from './run-jj.ts';
import { readOperationHeads } from './workspace.ts';

/** A file of the working copy that jj finds too large to record. */
export const largeFileSchema = z.object({ path: z.string(), bytes: z.number() });
export type LargeFile = z.infer<typeof largeFileSchema>;

interface Recorded {
  /** Id of the operation that has the working copy, or of the latest one where nothing is new. */
  readonly operation: string;
  readonly notRecorded: LargeFile[];
  /** Operations that nobody has merged with that one yet; if there are any, nothing is recorded. */
  readonly unmerged: string[];
}

/** Records the working copy, outside of the operation log. */
export const recordWorkingCopy = async (root: string, context: TaskContext): Promise<Recorded> => {
  const [newest, ...unmerged] = await readOperationHeads(root);
  // Jujutsu would merge them for good, also with the option that keeps what it records out of the log.
  if (newest !== undefined && unmerged.length > 0)
    return { operation: newest, notRecorded: [], unmerged };
  const { stdout, stderr } = await runJj({
    root,
    args: ['operation', 'log', '--no-graph', '--limit=1', '--template=self.id() ++ "\\n"'],
    context,
  });
  const operation = stdout.trim();
  if (!/^[0-9a-f]{128}$/u.test(operation))
    throw new GalleyError('jj_failed', `jj names no operation in ${root}. Look at its log.`);
  const notRecorded = stderr.split('\n').flatMap((line) => {
    const [, path, bytes] = /^ {2}(.+): \S+ \((\d+) bytes\);/u.exec(line) ?? [];
    return path === undefined ? [] : [{ path, bytes: Number(bytes) }];
  });
  return { operation, notRecorded, unmerged: [] };
};
