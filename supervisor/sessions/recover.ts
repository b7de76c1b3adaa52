import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { ProcessIdentity, Registry } from '../../shared/supervisor/registry.ts';
import type { Decisions } from './decisions.ts';
import type { Sessions } from './sessions.ts';
import { findSpools, removeSpool } from './spool.ts';

interface RecoverOptions {
  readonly paths: Paths;
  /** The registry of the supervisor that is gone, where it could be read. */
  readonly predecessor: Registry | undefined;
  readonly sessions: Sessions;
  readonly decisions: Decisions;
  readonly logger: Logger;
}

/** How long a worker without a supervisor gets to write what it has, and again after TERM. */
const patienceMs = 2000;
const reason = 'The supervisor died, and the session with it.';

/**
 * Clears up after a supervisor that is gone: its workers end, each session has a decision, `undecided` where there
 * was none, and no spool is left. Resolves when it is known which sessions these are, so that those who wait for one
 * are told as soon as it is settled; `settled` resolves when all are.
 */
export const recoverSessions = async (
  options: RecoverOptions,
): Promise<{ readonly settled: Promise<unknown> }> => {
  const spools = await findSpools(options.paths.sessionsFolder);
  const records = new Map(options.predecessor?.sessions.map((record) => [record.id, record]));
  const bootId = options.predecessor?.supervisor.bootId ?? '';
  const labels = new Map([...spools, ...records.values()].map((label) => [label.id, label]));
  const settling = Array.from(labels.values(), async (label) => {
    const settled = options.sessions.expect(label.id);
    try {
      const record = records.get(label.id);
      if (record !== undefined) await endProcess({ ...record, bootId });
      await settle(options, label);
    } catch (error) {
      options.logger.error(
        { err: error, session: label.id },
        'a lost session could not be settled',
      );
    } finally {
      settled();
    }
  });
  return { settled: Promise.all(settling) };
};

const settle = async (
  { paths, decisions, logger }: RecoverOptions,
  session: Parameters<Decisions['writeLost']>[0]['session'],
): Promise<void> => {
  if (!(await decisions.has(session.id)))
    await decisions.writeLost({
      session,
      outcome: 'undecided',
      reason,
      decidedAt: new Date().toISOString(),
    });
  await removeSpool(sessionFiles(paths, session.id).spool);
  logger.info({ session: session.id }, 'a lost session was settled');
};

/** Ends the very process that was recorded: it ends by itself, else TERM, else KILL, on its group. */
const endProcess = async (identity: ProcessIdentity): Promise<void> => {
  if (await isGoneWithin(identity, patienceMs)) return;
  signalGroup(identity, 'SIGTERM');
  if (await isGoneWithin(identity, patienceMs)) return;
  signalGroup(identity, 'SIGKILL');
  await isGoneWithin(identity, patienceMs);
};

const signalGroup = ({ pid }: ProcessIdentity, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // It went in between.
  }
};

/** Not our child: there is no event to wait for. */
const isGoneWithin = async (identity: ProcessIdentity, timeoutMs: number): Promise<boolean> => {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
};
