import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';
import type { Decisions, LostSession } from './decisions.ts';
import type { Sessions } from './sessions.ts';
import { findSpools, removeSettled, type FoundSpool, type OpenedRecord } from './spool.ts';

interface RecoverOptions {
  readonly paths: Paths;
  /** The registry of the supervisor that is gone, where it could be read. */
  readonly predecessor: Registry | undefined;
  readonly sessions: Sessions;
  readonly decisions: Decisions;
  readonly logger: Logger;
}

const reason = 'The supervisor died, and the session with it.';

/**
 * Takes over from a supervisor that is gone. A session whose process lives is adopted; each other has a decision in the
 * end, `undecided` where there was none, and leaves no spool. Resolves when it is known which sessions these are, so
 * that those who wait for one are told as soon as it is settled.
 */
export const recoverSessions = async (options: RecoverOptions): Promise<void> => {
  const { paths, predecessor, sessions, logger } = options;
  const spools = await findSpools(paths.sessionsFolder);
  const registered = openedIn(predecessor);
  const found = new Map([...registered.keys()].map((id): [string, FoundSpool] => [id, { id }]));
  for (const spool of spools) found.set(spool.id, spool);
  for (const spool of found.values()) {
    // A registry that was damaged, or of a supervisor that died before it wrote it, takes no session with it.
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
  const { sessions, decisions, paths, logger } = options;
  const { id } = lost;
  const settled = sessions.expect(id);
  void settle(options, lost)
    .catch((error: unknown) =>
      logger.error({ err: error, session: id }, 'the end of a lost session could not be written'),
    )
    .finally(settled)
    .then(() => removeSettled(sessionFiles(paths, id).spool, id, decisions))
    .then(() => logger.info({ session: id }, 'a lost session was settled'));
};

const settle = async ({ decisions }: RecoverOptions, lost: Lost): Promise<void> => {
  if (!(await decisions.has(lost.id)))
    await decisions.writeLost({
      session: labelOf(lost),
      outcome: 'undecided',
      reason,
      decidedAt: new Date().toISOString(),
    });
};

/** A supervisor that died before it had named the session leaves but its id. */
const labelOf = ({ id, label, opened }: Lost): LostSession['session'] =>
  opened?.record ?? label ?? { id, mode: 'document', title: 'unknown', project: 'unknown' };
