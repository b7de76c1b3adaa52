import type { Logger } from '../../shared/node/logger.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Death } from '../../shared/session/session.ts';
import type { Decisions } from './decisions.ts';
import type { Session } from './session.ts';

/**
 * The outcome of a session whose process is gone. Where the worker has left no decision, one is written: `closed` where
 * that was asked for, else `undecided`, with the reason.
 */
export const settleOutcome = async (
  { record, outcome, closeReason }: Session,
  death: Death,
  { decisions, logger }: { readonly decisions: Decisions; readonly logger: Logger },
): Promise<Outcome> => {
  // What stands on the disk counts, not the worker's word of it.
  if (outcome !== undefined && !(await decisions.lacks(record.id))) return outcome;
  const lost = closeReason === undefined ? 'undecided' : 'closed';
  try {
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
    return lost;
  }
};
