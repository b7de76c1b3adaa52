import type { DecisionParts } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/outcome.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { Streams } from '../events/streams.ts';
import { uploadsIn, withAttachmentPaths } from '../uploads/attachment-paths.ts';
import { performAct } from './decision-files.ts';
import type { DecisionChange, DecisionGate } from './decision-gate.ts';
import { makeDecision, type Verdict, type ReviewedFacts } from './decision-record.ts';
import {
  noticeFor,
  refusalAfter,
  type Decided,
  type DecisionEvent,
  type HeldDecision,
} from './decision-states.ts';

interface DeciderOptions {
  readonly assignment: Assignment;
  readonly reviewed: ReviewedFacts;
  readonly store: AnnotationStore;
  readonly gate: DecisionGate;
  readonly drafts: () => Promise<DraftStore>;
  readonly streams: Streams;
  /** Called once, when the decision is durable and final. */
  readonly onDecided: (decision: Decided) => void;
  /** Called with a decision that is held, and with undefined when it is undone. */
  readonly onHeld: (held: Held | undefined) => void;
  /** Called when releasing a held decision fails on time; it is retried. */
  readonly onLate: (error: unknown) => void;
}

/**
 * Makes the first durable verdict the session's decision, unless it is undone in time. The state table is in
 * `decision-states.ts`.
 */
export class Decider {
  readonly #options: DeciderOptions;
  readonly #timer: ReleaseTimer;

  constructor(options: DeciderOptions) {
    this.#options = options;
    this.#timer = new ReleaseTimer(options.onLate);
  }

  /**
   * Resolves when the decision is durable. With a non-zero `undoMs`, it can be undone until `releaseAt`.
   * @throws GalleyError `already_decided`, or `storage_failed`: the session stays open; retry
   */
  async decide(
    verdict: Verdict,
    undoMs: number,
  ): Promise<Decided & { readonly releaseAt?: string }> {
    const event = { type: undoMs > 0 ? 'hold' : 'decide' } as const;
    return this.#decisionAfter(await this.#take(event, { verdict, undoMs }));
  }

  /** The decision that a verdict would make now. */
  decisionOf(verdict: Verdict): DecisionParts {
    const { assignment, reviewed, store } = this.#options;
    const { current, staging, edits } = reviewed;
    const comments = withAttachmentPaths(verdict.comments, uploadsIn(assignment.files));
    const facts = { ...assignment, reviewed: current, staging, edits };
    return makeDecision(
      facts,
      { ...verdict, comments },
      { annotations: store.all(), decidedAt: new Date().toISOString() },
    );
  }

  /**
   * Undoes the held decision; the session continues as if it had never been made.
   * @throws GalleyError `not_held`, `already_decided` if it was released, or `storage_failed`: retry
   */
  async undo(): Promise<void> {
    this.#assertDone(await this.#take({ type: 'undo' }));
  }

  /**
   * Releases the held decision at once.
   * @throws GalleyError `not_held`, `already_decided` if it was released, or `storage_failed`: retry
   */
  async release(): Promise<Decided> {
    return this.#decisionAfter(await this.#take({ type: 'release' }));
  }

  /**
   * Ends the session: releases the held decision, or makes this one if there is none.
   * @throws GalleyError `storage_failed`
   */
  async end(verdict: Verdict): Promise<void> {
    const deciding = { verdict, undoMs: 0 };
    const { after } = await this.#take({ type: 'end' }, deciding);
    // The file of the held decision was removed from outside.
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

  /** Notifies the pages and the process of the change, and starts or stops the release timer. */
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

  /** The draft has been sent. Failing to remove its file does not affect the decision. */
  async #discardDraft(): Promise<void> {
    await this.#options
      .drafts()
      .then((drafts) => drafts.discard())
      .catch(() => undefined);
  }

  /** @throws GalleyError with the reason if the event did not take effect */
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

/** For undo and release, which make no decision. */
const none: { readonly verdict: Verdict; readonly undoMs: number } = {
  verdict: { outcome: 'undecided', comments: [] },
  undoMs: 0,
};

/** Timers may fire up to a millisecond early. */
const marginMs = 1;
const retryMs = 2000;

/**
 * Releases the held decision when its time is up, with retries. Uses Node's monotonic timers: changing the clock has no
 * effect, and a machine that slept or a process that was suspended releases late, never early.
 */
class ReleaseTimer {
  readonly #onFailed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  /** `release` rejects to be retried. */
  start(ms: number, release: () => Promise<unknown>): void {
    this.stop();
    const timer = setTimeout(() => {
      release().catch((error: unknown) => {
        this.#onFailed(error);
        // Unless it was undone meanwhile.
        if (this.#timer === timer) this.start(retryMs, release);
      });
    }, ms + marginMs);
    this.#timer = timer;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
