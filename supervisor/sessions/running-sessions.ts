import { sessionFiles } from '../../shared/node/paths.ts';
import { isProvedDead } from '../../shared/node/process-identity.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/held.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type {
  ClosedAnswer,
  Death,
  EndedSession,
  SessionRecord,
} from '../../shared/session/session.ts';
import type { WorkerState } from '../../shared/supervisor/link-hello.ts';
import type { ControlEvent } from '../../shared/supervisor/status.ts';
import type { EndedReviews } from '../ended/ended-reviews.ts';
import type { SessionWorker, WorkerListeners } from '../workers/session-worker.ts';
import { Attachment, type LostReason } from './attachment.ts';
import type { Decisions } from './decisions.ts';
import { History } from './history.ts';
import type { Rounds } from './rounds.ts';
import { SessionContent, type SessionContentOptions } from './session-content.ts';
import { SessionTable } from './session-table.ts';
import type { Session } from './session.ts';
import { endedView, viewOf } from '../../shared/session/session-view.ts';
import { settleOutcome } from './settle-outcome.ts';
import type { Source } from './source.ts';
import { removeSpool, removeUnsettled } from './spool.ts';
import { Totals } from './totals.ts';
import { Waiting } from './waiting.ts';

export interface RunningSessionsOptions extends SessionContentOptions {
  readonly decisions: Decisions;
  readonly ended: EndedReviews;
  readonly rounds: Rounds;
  /** How long a session outlives its launching process. */
  readonly graceMs: number;
  /** Resolves when the registry shows the sessions as they are now. */
  readonly saveRegistry: () => Promise<void>;
  readonly emit: (event: ControlEvent) => void;
}

const notPrepared: Preparation = {
  state: 'failed',
  code: 'preparation_failed',
  error: 'The supervisor died while it prepared this content. Open the review again.',
};

/** Why a session was closed that nobody waits for any more. */
const lostReasons: Readonly<Record<LostReason, string>> = {
  disconnected: 'The process that asked for the review went away.',
  'launcher-ended': 'The agent went on without this review: the hook that asked for it has ended.',
};

/** The sessions that run, from the moment that their worker has them until they are reaped. */
export class RunningSessions {
  readonly totals = new Totals();
  readonly history = new History();
  readonly waiting = new Waiting();
  readonly table = new SessionTable();
  readonly #options: RunningSessionsOptions;
  readonly #content: SessionContent;
  #isLeaving = false;

  constructor(options: RunningSessionsOptions) {
    this.#options = options;
    this.#content = new SessionContent(options);
  }

  /** Takes a session over from whoever opened or adopted it. */
  register(record: SessionRecord, worker: SessionWorker): Session {
    const session: Session = {
      record,
      worker,
      preparing: new AbortController(),
      attachment: record.isDetached ? undefined : this.#attach(record),
      outcome: undefined,
      closeReason: undefined,
      isReached: false,
      lateBeats: 0,
      reaped: worker.exited.then((death) => this.#reap(session, death)),
    };
    this.table.add(session);
    return session;
  }

  /** What is done with what the worker of a session says. */
  listenersOf(id: string): WorkerListeners {
    return {
      onDecided: (outcome) => this.#decided(id, outcome),
      onHeld: (held) => this.#held(id, held),
      onCounts: (counts) => {
        const session = this.table.find(id);
        if (session !== undefined) this.#show(session, { counts });
      },
      onDerive: (call) => {
        const session = this.table.find(id);
        if (session !== undefined) void this.#content.derive(session, call);
      },
      onAskNext: () => this.table.nextAfter(id),
    };
  }

  /** An adopted worker has answered: what it was waiting for goes on. */
  reached(
    id: string,
    { preparation, outcome, held, counts }: WorkerState,
    source: Source | undefined,
  ): void {
    const session = this.table.find(id);
    if (session === undefined) return;
    this.#show(session, { counts });
    this.#held(id, held ?? undefined);
    if (outcome !== null) this.#decided(id, outcome);
    // Where a connection broke and came again, nothing is done twice.
    if (session.isReached) return;
    session.isReached = true;
    this.#options.logger.info({ session: id, worker: session.record.pid }, 'session adopted');
    if (preparation.state !== 'preparing') this.change(session, { preparation });
    else if (source !== undefined) void this.prepare(session, source);
    else this.#prepared(session, notPrepared);
  }

  /** Has the content prepared, and tells the worker how that ended. Never rejects. */
  async prepare(session: Session, source: Source): Promise<void> {
    const preparation = await this.#content.prepare(session, source);
    // What was broken off because this supervisor goes is prepared by the next one.
    if (this.table.has(session.record.id) && !this.#isLeaving) this.#prepared(session, preparation);
  }

  /** Changes what the registry and the events show of a session. */
  change(
    session: Session,
    changes: Partial<Pick<SessionRecord, 'preparation' | 'isResponsive' | 'isDetached' | 'held'>>,
  ): void {
    this.#show(session, changes);
    void this.#saveRegistryOrLog();
  }

  /** The same for what the next supervisor is told by the worker itself. */
  #show(session: Session, changes: Partial<SessionRecord>): void {
    session.record = { ...session.record, ...changes };
    this.#options.emit({ type: 'changed', session: viewOf(session.record) });
  }

  /** A decision of the session can still be undone, or was: nobody who waits is told. */
  #held(id: string, held: Held | undefined): void {
    const session = this.table.find(id);
    if (session === undefined || session.record.held?.releaseAt === held?.releaseAt) return;
    const { held: _, ...record } = session.record;
    session.record = record;
    this.change(session, held === undefined ? {} : { held });
  }

  /** The session's decision stands on the disk. */
  #decided(id: string, outcome: Outcome): void {
    const session = this.table.find(id);
    if (session !== undefined) {
      session.outcome = outcome;
      // Before anybody knows and asks for the next review of it.
      void this.#options.rounds.ended(session.record, outcome);
    }
    this.waiting.wake(id);
  }

  /**
   * Closes a session and resolves when it is gone.
   * @throws GalleyError `not_found`
   */
  async close(id: string, reason: string): Promise<ClosedAnswer> {
    const session = this.table.get(id);
    session.closeReason ??= reason;
    const death = await session.worker.stop(session.closeReason);
    await session.reaped;
    return { id, outcome: session.outcome ?? 'undecided', death };
  }

  /** What is broken off from now on is left to the next supervisor. */
  leave(): void {
    this.#isLeaving = true;
  }

  #attach({ id, launcher }: SessionRecord): Attachment {
    return new Attachment({
      graceMs: this.#options.graceMs,
      isLauncherDead: launcher === undefined ? undefined : () => isProvedDead(launcher),
      onLost: (reason) => {
        // It may be gone by itself in the meantime.
        if (this.table.has(id)) void this.close(id, lostReasons[reason]);
      },
    });
  }

  #prepared(session: Session, preparation: Preparation): void {
    session.worker.prepared(preparation);
    this.change(session, { preparation });
  }

  /** What is left of a session when its process is gone: the decision, and what there is to look at beside it. */
  async #reap(session: Session, death: Death): Promise<void> {
    const { record } = session;
    const done = this.waiting.expect(record.id);
    this.table.remove(record.id);
    session.preparing.abort();
    session.attachment?.end();
    const [outcome] = await Promise.all([
      settleOutcome(session, death, this.#options),
      this.#saveRegistryOrLog(),
    ]);
    session.outcome = outcome;
    void this.#options.rounds.ended(record, outcome);
    this.totals.ended(outcome, death);
    done();
    const end = { outcome, death, endedAt: new Date().toISOString() };
    const view = endedView(session.record);
    const isKept = await this.#keep({ ...view, ...end });
    this.#tellEnd({ ...view, ...end, isKept });
    this.#options.logger.info(
      { session: record.id, worker: record.pid, outcome, death },
      'session ended',
    );
    // Whatever of its group is left has no session any more.
    session.worker.signal('SIGKILL');
  }

  /** Moves what there is to look at beside the decision, and removes the rest. @returns whether anything was kept */
  async #keep(session: Omit<EndedSession, 'isKept'>): Promise<boolean> {
    const { paths, decisions, ended } = this.#options;
    const { spool } = sessionFiles(paths, session.id);
    if (!decisions.isWritten(session.id)) {
      // Not waited for: that takes until there is room.
      void removeUnsettled(spool, session.id, decisions);
      return false;
    }
    const isKept = await ended.keep(spool, session);
    if (!isKept) await removeSpool(spool);
    return isKept;
  }

  #tellEnd(session: EndedSession): void {
    const { id, outcome, death, endedAt, isKept } = session;
    const forgotten = this.history.ended(session, Date.now());
    this.#options.emit({ type: 'exited', id, outcome, death, endedAt, isKept });
    if (forgotten.length > 0) this.#options.emit({ type: 'forgotten', ids: forgotten });
  }

  async #saveRegistryOrLog(): Promise<void> {
    await this.#options.saveRegistry().catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'the registry could not be written');
    });
  }
}
