import {
  holdDecision,
  readOutcome,
  releaseDecision,
  undoDecision,
  writeDecision,
} from '../../shared/node/decision-file.ts';
import type { DecisionParts, Outcome } from '../../shared/session/decision.ts';
import type { Decided, DecisionAct, DecisionState } from './decision-states.ts';

interface ActOptions {
  readonly path: string;
  readonly state: DecisionState;
  /** Builds the decision to write or hold. */
  readonly make: () => DecisionParts;
  readonly undoMs: number;
}

/**
 * Performs an act on the disk and returns the state found there afterwards, whoever made it.
 * @throws GalleyError `storage_failed`; retry
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
      // Starts when the decision is durable, so a slow disk does not shorten the time to undo.
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

/** The state left by another process: its decision, or none. */
const standing = (outcome: Outcome | undefined): DecisionState =>
  outcome === undefined
    ? { kind: 'undecided' }
    : {
        kind: 'released',
        decision: { outcome, decidedAt: new Date().toISOString() },
        isForeign: true,
      };
