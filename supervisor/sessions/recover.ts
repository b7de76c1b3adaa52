import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Death, EndedSession } from '../../shared/session/session.ts';
import { endedView } from '../../shared/session/session-view.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';
import type { EndedReviews } from '../ended/ended-reviews.ts';
import type { Decisions, LostSession } from './decisions.ts';
import type { Rounds } from './rounds.ts';
import type { Sessions } from './sessions.ts';
import { settleHeld } from './settle-outcome.ts';
import {
  findSpools,
  removeSpool,
  removeUnsettled,
  type FoundSpool,
  type OpenedRecord,
} from './spool.ts';

interface RecoverOptions {
  readonly paths: Paths;
  /** The registry of the previous supervisor, if it could be read. */
  readonly predecessor: Registry | undefined;
  readonly sessions: Sessions;
  readonly decisions: Decisions;
  readonly ended: EndedReviews;
  readonly rounds: Rounds;
  /** Called for each lost session whose content is kept. */
  readonly onKept: (session: EndedSession) => void;
  readonly logger: Logger;
}

const reason = 'The supervisor died, and the session with it.';

/** The death of a process that exited unobserved. With a decision on disk it had done its job. */
const unobservedDeath = (outcome: Outcome): Death => ({
  class: outcome === 'undecided' ? 'crash' : 'clean',
  exitCode: null,
  signal: null,
  message: outcome === 'undecided' ? reason : 'It ended while no supervisor was there.',
});

/**
 * Takes over from a previous supervisor. Sessions whose process is alive are adopted. All others get a decision,
 * `undecided` if there was none, their content is kept next to it, and the spool is removed. Resolves once it is known
 * which sessions those are, so that clients waiting for one are answered when it is settled.
 */
export const recoverSessions = async (options: RecoverOptions): Promise<void> => {
  const { paths, predecessor, sessions, decisions, logger } = options;
  const spools = await findSpools(paths.sessionsFolder);
  const registered = openedIn(predecessor);
  const found = new Map([...registered.keys()].map((id): [string, FoundSpool] => [id, { id }]));
  for (const spool of spools) found.set(spool.id, spool);
  // A held decision is released even if nothing else of its session is left.
  for (const id of await decisions.heldIds()) if (!found.has(id)) found.set(id, { id });
  for (const spool of found.values()) {
    // The spool makes up for a registry that is damaged or was never written.
    const opened = registered.get(spool.id) ?? spool.opened;
    const identity = opened === undefined ? undefined : { ...opened.record, bootId: opened.bootId };
    if (identity === undefined || !isAlive(identity)) settleLater(options, { ...spool, opened });
    else {
      sessions.adopt(identity, spool.label?.source);
      logger.info({ session: spool.id, worker: identity.pid }, 'adopting a session');
    }
  }
};

const openedIn = (registry: Registry | undefined): Map<string, OpenedRecord> => {
  const bootId = registry?.supervisor.bootId ?? '';
  return new Map(registry?.sessions.map((record) => [record.id, { record, bootId }]));
};

type Lost = Pick<FoundSpool, 'id' | 'label'> & { readonly opened: OpenedRecord | undefined };

const settleLater = (options: RecoverOptions, lost: Lost): void => {
  const { sessions, logger } = options;
  const { id } = lost;
  const settled = sessions.expect(id);
  void settle(options, lost)
    .catch((error: unknown) =>
      logger.error({ err: error, session: id }, 'the end of a lost session could not be written'),
    )
    .finally(settled)
    .then(() => clearUp(options, lost))
    .then(() => logger.info({ session: id }, 'a lost session was settled'));
};

/** Keeps what an ended review shows, and removes the rest. Never rejects. */
const clearUp = async (
  { paths, decisions, ended, onKept }: RecoverOptions,
  { id, opened }: Lost,
): Promise<void> => {
  const { spool } = sessionFiles(paths, id);
  if (!decisions.isWritten(id)) return removeUnsettled(spool, id, decisions);
  const outcome = await decisions.outcomeOf(id).catch(() => undefined);
  if (opened === undefined || outcome === undefined) return removeSpool(spool);
  const death = unobservedDeath(outcome);
  const session = {
    ...endedView(opened.record),
    outcome,
    death,
    endedAt: new Date().toISOString(),
  };
  if (await ended.keep(spool, session)) onKept({ ...session, isKept: true });
  else await removeSpool(spool);
};

const settle = async ({ decisions, paths, rounds }: RecoverOptions, lost: Lost): Promise<void> => {
  const isHeld = lost.opened?.record.held !== undefined;
  const outcome = await settleHeld(lost.id, { isHeld, decisions, paths });
  if (outcome !== undefined && lost.opened !== undefined)
    await rounds.ended(lost.opened.record, outcome);
  if (outcome === undefined)
    await decisions.writeLost({
      session: labelOf(lost),
      outcome: 'undecided',
      reason,
      decidedAt: new Date().toISOString(),
    });
};

/** If the supervisor died before it wrote the label, only the id is known. */
const labelOf = ({ id, label, opened }: Lost): LostSession['session'] =>
  opened?.record ?? label ?? { id, mode: 'document', title: 'unknown', project: 'unknown' };
