import type { DecisionParts } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/held.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { Streams } from '../events/streams.ts';
import { performAct } from './decision-files.ts';
import type { DecisionChange, DecisionGate } from './decision-gate.ts';
import { makeDecision, type Verdict } from './decision-record.ts';
import {
  noticeFor,
  refusalAfter,
  type Decided,
  type DecisionEvent,
  type HeldDecision,
} from './decision-states.ts';
import { ReleaseTimer } from './release-timer.ts';
import type { ReviewedFacts } from './reviewed-facts.ts';

interface DeciderOptions {
  readonly assignment: Assignment;
  readonly reviewed: ReviewedFacts;
  readonly store: AnnotationStore;
  readonly gate: DecisionGate;
  readonly drafts: () => Promise<DraftStore>;
  readonly streams: Streams;
  /** Called once, when the decision stands on the disk and cannot be undone any more. */
  readonly onDecided: (decision: Decided) => void;
  /** Called when a decision is held, and with nothing when that was undone. */
  readonly onHeld: (held: Held | undefined) => void;
  /** The time of a held decision is over and the disk does not let it be released; it is tried again. */
  readonly onLate: (error: unknown) => void;
}

/**
 * Makes a verdict the session's decision: the first one that is durably on the disk, and that is not undone where it
 * can be. What may be done when is said by `decision-states.ts`.
 */
export class Decider {
  readonly #options: DeciderOptions;
  readonly #timer: ReleaseTimer;

  constructor(options: DeciderOptions) {
    this.#options = options;
    this.#timer = new ReleaseTimer(options.onLate);
  }

  /**
   * Resolves when the decision is durable. Where `undoMs` is not 0 it can be undone until `releaseAt`.
   * @throws GalleyError `already_decided`, or `storage_failed`: the session stays open and it can be tried again
   */
  async decide(
    verdict: Verdict,
    undoMs: number,
  ): Promise<Decided & { readonly releaseAt?: string }> {
    const event = { type: undoMs > 0 ? 'hold' : 'decide' } as const;
    return this.#decisionAfter(await this.#take(event, { verdict, undoMs }));
  }

  /** What a verdict would make the decision now. */
  decisionOf(verdict: Verdict): DecisionParts {
    const { assignment, reviewed, store } = this.#options;
    return makeDecision({ ...assignment, reviewed: reviewed.current }, verdict, {
      annotations: store.all(),
      decidedAt: new Date().toISOString(),
    });
  }

  /**
   * Takes the decision that is held back: the session goes on as if it never was.
   * @throws GalleyError `not_held`, `already_decided` where it was released, or `storage_failed`: to be tried again
   */
  async undo(): Promise<void> {
    this.#assertDone(await this.#take({ type: 'undo' }));
  }

  /**
   * Releases the decision that is held, at once.
   * @throws GalleyError `not_held`, `already_decided` where it was released, or `storage_failed`: to be tried again
   */
  async release(): Promise<Decided> {
    return this.#decisionAfter(await this.#take({ type: 'release' }));
  }

  /**
   * Ends the session: a decision that is held is released, and only where there is none this one is made.
   * @throws GalleyError `storage_failed`
   */
  async end(verdict: Verdict): Promise<void> {
    const deciding = { verdict, undoMs: 0 };
    const { after } = await this.#take({ type: 'end' }, deciding);
    // Somebody has removed the file of what was held.
    if (after.kind === 'undecided') await this.#take({ type: 'end' }, deciding);
  }

  async #take(event: DecisionEvent, { verdict, undoMs } = none): Promise<DecisionChange> {
    const { assignment, gate } = this.#options;
    const change = await gate.take(event, (act) =>
      performAct(act, {
        path: assignment.files.decision,
        state: gate.state,
        make: () => this.decisionOf(verdict),
        undoMs,
      }),
    );
    if (change.after !== change.before) await this.#tell(change, undoMs);
    return change;
  }

  /** Tells the pages and the process what has changed, and sees to it that what is held is released in time. */
  async #tell({ before, after }: DecisionChange, undoMs: number): Promise<void> {
    const { streams, onHeld, onDecided } = this.#options;
    const news = noticeFor(before, after);
    if (news !== undefined) streams.decisionChanged(news);
    if (after.kind === 'held')
      this.#timer.start(undoMs, () => this.#take({ type: 'timeUp', of: after.decision }));
    else this.#timer.stop();
    if (news?.type === 'held') onHeld(news.held);
    if (news?.type === 'undone') onHeld(undefined);
    if (news?.type === 'released') await this.#discardDraft();
    if (after.kind === 'released') onDecided(after.decision);
  }

  /** The words were sent. A file that cannot be removed takes nothing away from the decision. */
  async #discardDraft(): Promise<void> {
    await this.#options
      .drafts()
      .then((drafts) => drafts.discard())
      .catch(() => undefined);
  }

  /** @throws GalleyError that says why the session is not as the event wanted it */
  #assertDone({ act, after }: DecisionChange): void {
    const refusal = act === undefined ? undefined : refusalAfter(act, after);
    if (refusal !== undefined) this.#options.gate.refuse(refusal);
  }

  #decisionAfter(change: DecisionChange): HeldDecision | Decided {
    this.#assertDone(change);
    const { after } = change;
    return after.kind === 'undecided' ? this.#options.gate.refuse('not_held') : after.decision;
  }
}

/** An undo or a release makes no decision. */
const none: { readonly verdict: Verdict; readonly undoMs: number } = {
  verdict: { outcome: 'undecided', comments: [] },
  undoMs: 0,
};
