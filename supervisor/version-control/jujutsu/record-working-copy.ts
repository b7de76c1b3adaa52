import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { runJj } from './run-jj.ts';

/** A file of the working copy that jj finds too large to record. */
export const largeFileSchema = z.object({ path: z.string(), bytes: z.number() });
export type LargeFile = z.infer<typeof largeFileSchema>;

interface Recorded {
  /** Id of the operation that has the working copy, or of the latest one where nothing is new. */
  readonly operation: string;
  readonly notRecorded: LargeFile[];
}

/** Records the working copy, outside of the operation log. */
export const recordWorkingCopy = async (root: string, context: TaskContext): Promise<Recorded> => {
  const { stdout, stderr } = await runJj({
    root,
    args: ['operation', 'log', '--no-graph', '--limit=1', '--template=self.id() ++ "\\n"'],
    context,
  });
  const operation = stdout.trim();
  if (!/^[0-9a-f]{128}$/u.test(operation))
    throw new GalleyError('jj_failed', `jj names no operation in ${root}. Look at its log.`);
  const warnings = stderr.matchAll(/^ {2}(.+): \S+ \((\d+) bytes\); the maximum size/gmu);
  const notRecorded = Array.from(warnings, ([, path = '', bytes]) => ({
    path,
    bytes: Number(bytes),
  }));
  return { operation, notRecorded };
};
