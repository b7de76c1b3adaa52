import type { Paths } from '../../shared/node/paths.ts';
import type { Logger } from '../../shared/node/logger.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Death } from '../../shared/session/session.ts';
import type { Decisions } from './decisions.ts';
import { discardDraft } from './drafts.ts';
import type { Session } from './session-table.ts';

interface SettleOptions {
  readonly decisions: Decisions;
  readonly paths: Pick<Paths, 'draftsFolder'>;
  readonly logger: Logger;
}

/**
 * Settles the outcome of a session whose process is gone. The reviewer's decision stands, even if it was still held. If
 * the worker left none, one is written: `closed` if it was asked to close, else `undecided`, with the reason.
 */
export const settleOutcome = async (
  { record, outcome, closeReason }: Session,
  death: Death,
  { decisions, paths, logger }: SettleOptions,
): Promise<Outcome> => {
  // What is on disk counts, not the worker's message.
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
    // If the worker died between writing its decision and reporting it, its decision stands.
    return (await decisions.outcomeOf(record.id)) ?? lost;
  } catch (error) {
    logger.error({ err: error, session: record.id }, 'the end of a session could not be written');
    // It may be known although it could not be written.
    return (await decisions.outcomeOf(record.id).catch(() => undefined)) ?? lost;
  }
};

interface HeldOptions extends Pick<SettleOptions, 'decisions' | 'paths'> {
  readonly isHeld: boolean;
}

/**
 * Releases a held decision of a session whose process is gone. @returns undefined if nothing was decided
 * @throws GalleyError `storage_failed`, see `Decisions.settled`
 */
export const settleHeld = async (
  id: string,
  { isHeld, decisions, paths }: HeldOptions,
): Promise<Outcome | undefined> => {
  const decided = await decisions.settled(id, { isHeld });
  if (decided?.isReleased === true) await discardDraft(paths.draftsFolder, id);
  return decided?.outcome;
};
