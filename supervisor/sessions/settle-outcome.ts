import type { Paths } from '../../shared/node/paths.ts';
import type { Logger } from '../../shared/node/logger.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Death } from '../../shared/session/session.ts';
import type { Decisions } from './decisions.ts';
import { discardDraft } from './drafts.ts';
import type { Session } from './session.ts';

interface SettleOptions {
  readonly decisions: Decisions;
  readonly paths: Pick<Paths, 'draftsFolder'>;
  readonly logger: Logger;
}

/**
 * The outcome of a session whose process is gone. What the reviewer has decided stands, also where they could have undone
 * it yet. Where the worker has left no decision, one is written: `closed` where that was asked for, else `undecided`,
 * with the reason.
 */
export const settleOutcome = async (
  { record, outcome, closeReason }: Session,
  death: Death,
  { decisions, paths, logger }: SettleOptions,
): Promise<Outcome> => {
  // What stands on the disk counts, not the worker's word of it.
  if (outcome !== undefined && !(await decisions.lacks(record.id))) return outcome;
  const lost = closeReason === undefined ? 'undecided' : 'closed';
  const isHeld = record.held !== undefined;
  try {
    const decided = await settleHeld(record.id, { isHeld, decisions, paths });
    if (decided !== undefined) return decided;
    await decisions.writeLost({
      session: record,
      outcome: lost,
      reason: closeReason ?? death.message,
      decidedAt: new Date().toISOString(),
    });
    // The worker's own decision stands where it died between writing and telling.
    return (await decisions.outcomeOf(record.id)) ?? lost;
  } catch (error) {
    logger.error({ err: error, session: record.id }, 'the end of a session could not be written');
    // What could not be written may be known.
    return (await decisions.outcomeOf(record.id).catch(() => undefined)) ?? lost;
  }
};

interface HeldOptions extends Pick<SettleOptions, 'decisions' | 'paths'> {
  readonly isHeld: boolean;
}

/**
 * What was decided in a session whose process is gone, now released; undefined where nothing was.
 * @throws GalleyError `storage_failed`, as `Decisions.settled`
 */
export const settleHeld = async (
  id: string,
  { isHeld, decisions, paths }: HeldOptions,
): Promise<Outcome | undefined> => {
  const decided = await decisions.settled(id, { isHeld });
  if (decided?.isReleased === true) await discardDraft(paths.draftsFolder, id);
  return decided?.outcome;
};
