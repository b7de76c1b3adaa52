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
import { isSupervisorGone, unknownSession } from './client-errors.ts';
import { liveSessions, readRegistry } from './read-registry.ts';

interface WaitOptions {
  readonly client: ControlClient;
  readonly id: string;
  readonly context: Context;
  readonly signal: AbortSignal;
}

const maxAttempts = 20;
const pauseMs = 250;

/**
 * Waits for the decision of a session, without time limit. If the supervisor goes away, the files on disk tell how to
 * continue; a session that is still open gets a new one.
 * @throws GalleyError `not_found`, or the reason why no supervisor starts; the reason of `signal` if it is aborted
 */
export const waitForDecision = async (options: WaitOptions): Promise<Decision> => {
  const { id, context, signal } = options;
  let { client } = options;
  let failures = 0;
  for (;;) {
    try {
      const decision = await client.waitForDecision(id, signal);
      if (decision !== undefined) return decision;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isSupervisorGone(error) || failures > maxAttempts) throw error;
      // A supervisor that is shutting down still answers for a moment.
      if (failures > 1) await delay(pauseMs);
      signal.throwIfAborted();
      const resumed = await resumeWaiting(id, context, signal);
      if (resumed.kind === 'decided') return resumed.decision;
      ({ client } = resumed);
    }
  }
};

/** How to go on waiting: with the decision, or with a supervisor to ask. */
type Resumed =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly client: ControlClient };

const lookMs = 500;
const longestPauseMs = 30_000;

/**
 * Looks for a session whose supervisor may be gone. Starts one only if the session's files still exist: after
 * `supervisor stop`, no waiting command may bring it back. If none can be started but the session is alive, waits for
 * the decision file.
 * @throws GalleyError `not_found`, or the reason why no supervisor starts; the reason of `signal` if it is aborted
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

/** One attempt. Returns the error of a failed start if the session is, or may be, alive. */
const resume = async (id: string, context: Context): Promise<Resumed | Error> => {
  // Checked first: the spool is removed only after the decision was written.
  const isSpoolThere = await isThere(sessionFiles(context.paths, id).spool);
  const decided = await collect(id, context);
  if (decided !== undefined) return decided;
  try {
    const client = isSpoolThere ? await connect(context) : await connectIfRunning(context);
    if (client !== undefined) return { kind: 'open', client };
  } catch (error) {
    if (isLiving(id, context) ?? isSpoolThere) return toGalleyError(error);
    // The session may have been decided before it ended.
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
  // Do not trust a decision that others could have written.
  refuseUnsafeFolder(paths.decisionsFolder);
  const file = sessionFiles(paths, id).decision;
  const decision = await readDecision(file);
  if (decision === undefined) return undefined;
  // On failure it is only kept for longer.
  await markCollected(file, new Date()).catch(() => undefined);
  return { kind: 'decided', decision };
};

/** Undefined if the registry does not tell. */
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
