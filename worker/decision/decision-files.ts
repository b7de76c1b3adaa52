import { readOutcome, writeDecision } from '../../shared/node/decision-file.ts';
import { holdDecision, releaseDecision, undoDecision } from '../../shared/node/held-decision.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { Decided, DecisionAct, DecisionState } from './decision-states.ts';

interface ActOptions {
  /** The file of the session's decision. */
  readonly path: string;
  /** How far the session is. */
  readonly state: DecisionState;
  /** Makes the decision that is to be written or held. */
  readonly make: () => DecisionParts;
  readonly undoMs: number;
}

/**
 * Does on the disk what an event asks for, and says what stands there afterwards, whoever it is from.
 * @throws GalleyError `storage_failed`; to be tried again
 */
export const performAct = async (
  act: DecisionAct,
  { path, state, make, undoMs }: ActOptions,
): Promise<DecisionState> => {
  switch (act) {
    case 'write': {
      const made = make();
      if (await writeDecision(path, made)) return released(made);
      return standing(await readOutcome(path));
    }
    case 'hold': {
      const made = make();
      if (!(await holdDecision(path, made))) return standing(await readOutcome(path));
      // Counted from the moment that it is durable, which a slow disk makes later.
      const releaseAt = new Date(Date.now() + undoMs).toISOString();
      return { kind: 'held', decision: { ...decidedOf(made), releaseAt } };
    }
    case 'remove':
      return standing(await undoDecision(path));
    case 'promote': {
      const found = await releaseDecision(path);
      const isOurs = state.kind === 'held' && found?.outcome === state.decision.outcome;
      return isOurs ? released(state.decision) : standing(found?.outcome);
    }
  }
};

const decidedOf = ({ outcome, reason, decidedAt }: Decided): Decided => ({
  outcome,
  decidedAt,
  ...(reason === undefined ? {} : { reason }),
});

const released = (decision: Decided): DecisionState => ({
  kind: 'released',
  decision: decidedOf(decision),
  isForeign: false,
});

/** What another process has left: its decision, or nothing. */
const standing = (outcome: Outcome | undefined): DecisionState =>
  outcome === undefined
    ? { kind: 'undecided' }
    : {
        kind: 'released',
        decision: { outcome, decidedAt: new Date().toISOString() },
        isForeign: true,
      };
