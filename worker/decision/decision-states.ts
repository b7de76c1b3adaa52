import type { Decision } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/held.ts';
import type { PageEvent } from '../../shared/session/page-events.ts';

/** What the session keeps of its decision: all of it stands on the disk. */
export type Decided = Pick<Decision, 'outcome' | 'reason' | 'decidedAt'>;
/** One that can be undone; the launching process gets it at `releaseAt`. */
export type HeldDecision = Decided & { readonly releaseAt: string };

/** How far the session is, which is what stands on the disk: an undone decision leaves nothing. */
export type DecisionState =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'held'; readonly decision: HeldDecision }
  /** `isForeign`: another process has decided. */
  | { readonly kind: 'released'; readonly decision: Decided; readonly isForeign: boolean };
type Kind = DecisionState['kind'];

/** `timeUp`: the time of this decision is over. `end`: the session is to end, whatever the reviewer does. */
export type DecisionEvent =
  | { readonly type: 'decide' | 'hold' | 'undo' | 'release' | 'end' }
  | { readonly type: 'timeUp'; readonly of: HeldDecision };

/** What is done on the disk: a decision is written, or held; one that is held is removed, or released by its name. */
export type DecisionAct = 'write' | 'hold' | 'remove' | 'promote';
export type Refusal = 'already_decided' | 'not_held';
export type DecisionStep = DecisionAct | Refusal | 'nothing';

/** The events of `/api/events` about it. */
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
    // What a person has decided is never replaced by a session's end.
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

/** What an event asks for. The time of a decision that was undone says nothing about the one made after it. */
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

/** Why an act has not done what it was for, by what stands on the disk after it. Undefined where it has. */
export const refusalAfter = (act: DecisionAct, found: DecisionState): Refusal | undefined => {
  if (found.kind === 'released' && found.isForeign) return 'already_decided';
  if (found.kind === intended[act]) return undefined;
  return found.kind === 'undecided' ? 'not_held' : 'already_decided';
};

/** What the pages are told of a change; a decision that was never held shows by the session's end. */
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

/** What is shown of a decision that can be undone. */
export const shownOf = ({ outcome, decidedAt, releaseAt }: HeldDecision): Held => ({
  outcome,
  decidedAt,
  releaseAt,
});
