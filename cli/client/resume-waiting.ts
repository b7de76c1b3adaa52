import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { markCollected, readDecision } from '../../shared/node/decision-file.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { refuseUnsafeFolder } from '../../shared/node/secure-folder.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { connect, connectIfRunning } from './connect.ts';
import type { ControlClient } from './control-client.ts';
import { unknownSession } from './known-id.ts';
import { liveSessions } from './live-sessions.ts';
import { readRegistry } from './read-registry.ts';

/** How to go on waiting: the decision is there, or somebody can be asked for it. */
export type Resumed =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly client: ControlClient };

const lookMs = 500;
const longestPauseMs = 30_000;

/**
 * Looks for a session without knowing whether its supervisor lives. One is started only for a session whose files are
 * there: after a `supervisor stop`, nobody who waited brings it back. Where none can be started and the session lives
 * all the same, its decision is waited for on the disk.
 * @throws GalleyError `not_found`, or what keeps a supervisor from starting; the reason of `signal` where it is aborted
 */
export const resumeWaiting = async (
  id: string,
  context: Context,
  signal?: AbortSignal,
): Promise<Resumed> => {
  for (let pauseMs = lookMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const resumed = await resume(id, context);
    if (!(resumed instanceof Error)) return resumed;
    if (pauseMs === lookMs)
      await printNote(
        `galley: ${resumed.message} The review is open without a supervisor; waiting for its decision.`,
      );
    for (let waitedMs = 0; waitedMs < pauseMs; waitedMs += lookMs) {
      signal?.throwIfAborted();
      await delay(lookMs);
      const decided = await collect(id, context);
      if (decided !== undefined) return decided;
    }
  }
};

/** One attempt; the error of a start that failed while the session lives, or may. */
const resume = async (id: string, context: Context): Promise<Resumed | Error> => {
  // Looked at first: a spool goes only after the decision has come.
  const isSpoolThere = await isThere(sessionFiles(context.paths, id).spool);
  const decided = await collect(id, context);
  if (decided !== undefined) return decided;
  try {
    const client = isSpoolThere ? await connect(context) : await connectIfRunning(context);
    if (client !== undefined) return { kind: 'open', client };
  } catch (error) {
    if (isLiving(id, context) ?? isSpoolThere) return toGalleyError(error);
    // It may have decided before it ended.
    const last = await collect(id, context);
    if (last !== undefined) return last;
    throw error;
  }
  throw unknownSession(id);
};

const collect = async (
  id: string,
  { paths }: Context,
): Promise<Extract<Resumed, { kind: 'decided' }> | undefined> => {
  // A decision of somebody else's is none.
  refuseUnsafeFolder(paths.decisionsFolder);
  const file = sessionFiles(paths, id).decision;
  const decision = await readDecision(file);
  if (decision === undefined) return undefined;
  // Where it cannot be marked, it is only kept for longer.
  await markCollected(file, new Date()).catch(() => undefined);
  return { kind: 'decided', decision };
};

/** Undefined where the registry does not say. */
const isLiving = (id: string, { paths }: Context): boolean | undefined => {
  const found = readRegistry(paths.registry);
  return found.kind === 'found'
    ? liveSessions(found.registry).some((session) => session.id === id)
    : undefined;
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
