import type { Decision } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/outcome.ts';
import type { PageEvent } from '../../shared/session/page-events.ts';

/** The part of the decision kept in memory; the whole is on disk. */
export type Decided = Pick<Decision, 'outcome' | 'reason' | 'decidedAt'>;
/** A decision that can be undone; the launching process gets it at `releaseAt`. */
export type HeldDecision = Decided & { readonly releaseAt: string };

/** The session's decision state, as on disk; an undone decision leaves nothing behind. */
export type DecisionState =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'held'; readonly decision: HeldDecision }
  /** `isForeign`: made by another process. */
  | { readonly kind: 'released'; readonly decision: Decided; readonly isForeign: boolean };
type Kind = DecisionState['kind'];

/** `timeUp`: the time to undo is over. `end`: the session must end, whatever the reviewer does. */
export type DecisionEvent =
  | { readonly type: 'decide' | 'hold' | 'undo' | 'release' | 'end' }
  | { readonly type: 'timeUp'; readonly of: HeldDecision };

/** An action on disk: write or hold a decision, remove the held one, or promote it by renaming. */
export type DecisionAct = 'write' | 'hold' | 'remove' | 'promote';
export type Refusal = 'already_decided' | 'not_held';
export type DecisionStep = DecisionAct | Refusal | 'nothing';

/** The events about the decision on `/api/events`. */
export type DecisionNotice = Extract<PageEvent, { type: 'held' | 'undone' | 'released' }>;

const steps: Readonly<Record<Kind, Readonly<Record<DecisionEvent['type'], DecisionStep>>>> = {
  undecided: {
    decide: 'write',
    hold: 'hold',
    undo: 'not_held',
    release: 'not_held',
    timeUp: 'nothing',
    end: 'write',
  },
  held: {
    decide: 'already_decided',
    hold: 'already_decided',
    undo: 'remove',
    release: 'promote',
    timeUp: 'promote',
    // The end of a session never overrides a person's decision.
    end: 'promote',
  },
  released: {
    decide: 'already_decided',
    hold: 'already_decided',
    undo: 'already_decided',
    release: 'already_decided',
    timeUp: 'nothing',
    end: 'nothing',
  },
};

/** The step for an event. A timer for a decision that was undone does not apply to the one made after it. */
export const stepFor = (state: DecisionState, event: DecisionEvent): DecisionStep =>
  event.type === 'timeUp' && state.kind === 'held' && state.decision !== event.of
    ? 'nothing'
    : steps[state.kind][event.type];

const intended: Readonly<Record<DecisionAct, Kind>> = {
  write: 'released',
  hold: 'held',
  remove: 'undecided',
  promote: 'released',
};

/** Why an act did not have its effect, judging by the state on disk afterwards; undefined if it did. */
export const refusalAfter = (act: DecisionAct, found: DecisionState): Refusal | undefined => {
  if (found.kind === 'released' && found.isForeign) return 'already_decided';
  if (found.kind === intended[act]) return undefined;
  return found.kind === 'undecided' ? 'not_held' : 'already_decided';
};

/** The event for the pages; a decision that was never held is announced by the end of the stream. */
export const noticeFor = (
  before: DecisionState,
  after: DecisionState,
): DecisionNotice | undefined => {
  if (after.kind === 'held') return { type: 'held', held: shownOf(after.decision) };
  if (before.kind !== 'held') return undefined;
  if (after.kind === 'undecided') return { type: 'undone' };
  const { outcome, decidedAt } = after.decision;
  return { type: 'released', outcome, decidedAt };
};

/** The held decision as shown to clients. */
export const shownOf = ({ outcome, decidedAt, releaseAt }: HeldDecision): Held => ({
  outcome,
  decidedAt,
  releaseAt,
});
