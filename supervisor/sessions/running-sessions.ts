import { sessionFiles } from '../../shared/node/paths.ts';
import { isProvedDead } from '../../shared/node/process-identity.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Held } from '../../shared/session/outcome.ts';
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
import { History, Totals } from './history.ts';
import type { Rounds } from './rounds.ts';
import { SessionContent, type SessionContentOptions } from './session-content.ts';
import { SessionTable, type Session } from './session-table.ts';
import { endedView, viewOf } from '../../shared/session/session-view.ts';
import { settleOutcome } from './settle-outcome.ts';
import type { Source } from './source.ts';
import { removeSpool, removeUnsettled } from './spool.ts';
import { tidyUploads } from './uploads.ts';
import { DecisionWaiters } from './decision-waiters.ts';

export interface RunningSessionsOptions extends SessionContentOptions {
  readonly decisions: Decisions;
  readonly ended: EndedReviews;
  readonly rounds: Rounds;
  /** How long a session outlives its launching process, unless detached. */
  readonly graceMs: number;
  /** Resolves when the registry shows the current sessions. */
  readonly saveRegistry: () => Promise<void>;
  readonly emit: (event: ControlEvent) => void;
}

const notPrepared: Preparation = {
  state: 'failed',
  code: 'preparation_failed',
  error: 'The supervisor died while it prepared this content. Open the review again.',
};

/** Why a session was closed after it lost its launching process. */
const lostReasons: Readonly<Record<LostReason, string>> = {
  disconnected: 'The process that asked for the review went away.',
  'launcher-ended': 'The agent went on without this review: the hook that asked for it has ended.',
};

/** The running sessions, from assignment to a worker until they are reaped. */
export class RunningSessions {
  readonly totals = new Totals();
  readonly history = new History();
  readonly waiters = new DecisionWaiters();
  readonly table = new SessionTable();
  readonly #options: RunningSessionsOptions;
  readonly #content: SessionContent;
  #isLeaving = false;

  constructor(options: RunningSessionsOptions) {
    this.#options = options;
    this.#content = new SessionContent(options);
  }

  /** Adds a session that was opened or adopted. */
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

  /** Handlers for the messages of the session's worker. */
  listenersOf(id: string): WorkerListeners {
    return {
      onDecided: (outcome) => this.#setOutcome(id, outcome),
      onHeld: (held) => this.#setHeld(id, held),
      onCounts: (counts) => {
        const session = this.table.find(id);
        if (session !== undefined) this.#update(session, { counts });
      },
      onDerive: (call) => {
        const session = this.table.find(id);
        if (session === undefined) return;
        void this.#content.derive(session, call).then((isReady) => {
          if (isReady) this.change(session, { preparation: { state: 'ready' } });
        });
      },
      onAskNext: () => this.table.nextAfter(id),
    };
  }

  /** An adopted worker has answered: resume what it was waiting for. */
  reached(
    id: string,
    { preparation, outcome, held, counts }: WorkerState,
    source: Source | undefined,
  ): void {
    const session = this.table.find(id);
    if (session === undefined) return;
    this.#update(session, { counts });
    this.#setHeld(id, held ?? undefined);
    if (outcome !== null) this.#setOutcome(id, outcome);
    // On a reconnect there is nothing left to resume.
    if (session.isReached) return;
    session.isReached = true;
    this.#options.logger.info({ session: id, worker: session.record.pid }, 'session adopted');
    if (preparation.state !== 'preparing') this.change(session, { preparation });
    else if (source !== undefined) void this.prepare(session, source);
    else this.#prepared(session, notPrepared);
  }

  /** Prepares the content and tells the worker the result. Never rejects. */
  async prepare(session: Session, source: Source): Promise<void> {
    const preparation = await this.#content.prepare(session, source);
    // If this supervisor is leaving, the next one prepares it.
    if (this.table.has(session.record.id) && !this.#isLeaving) this.#prepared(session, preparation);
  }

  /** Changes a session in the registry and for event subscribers. */
  change(
    session: Session,
    changes: Partial<Pick<SessionRecord, 'preparation' | 'isResponsive' | 'isDetached' | 'held'>>,
  ): void {
    this.#update(session, changes);
    void this.#saveRegistryOrLog();
  }

  /** The same without saving: the worker itself tells the next supervisor. */
  #update(session: Session, changes: Partial<SessionRecord>): void {
    session.record = { ...session.record, ...changes };
    this.#options.emit({ type: 'changed', session: viewOf(session.record) });
  }

  /** The session has a held decision, or it was undone. Waiting clients are not told. */
  #setHeld(id: string, held: Held | undefined): void {
    const session = this.table.find(id);
    if (session === undefined || session.record.held?.releaseAt === held?.releaseAt) return;
    const { held: _, ...record } = session.record;
    session.record = record;
    this.change(session, held === undefined ? {} : { held });
  }

  /** The session's decision is on disk. */
  #setOutcome(id: string, outcome: Outcome): void {
    const session = this.table.find(id);
    if (session !== undefined) {
      session.outcome = outcome;
      // Before a client learns of it and opens the next round.
      void this.#options.rounds.ended(session.record, outcome);
    }
    this.waiters.wake(id);
  }

  /**
   * Closes a session and resolves when its process is gone.
   * @throws GalleyError `not_found`
   */
  async close(id: string, reason: string): Promise<ClosedAnswer> {
    const session = this.table.get(id);
    session.closeReason ??= reason;
    const death = await session.worker.stop(session.closeReason);
    await session.reaped;
    return { id, outcome: session.outcome ?? 'undecided', death };
  }

  /** From now on, aborted preparations are left to the next supervisor. */
  leave(): void {
    this.#isLeaving = true;
  }

  #attach({ id, launcher }: SessionRecord): Attachment {
    return new Attachment({
      graceMs: this.#options.graceMs,
      isLauncherDead: launcher === undefined ? undefined : () => isProvedDead(launcher),
      onLost: (reason) => {
        // It may have ended by itself in the meantime.
        if (this.table.has(id)) void this.close(id, lostReasons[reason]);
      },
    });
  }

  #prepared(session: Session, preparation: Preparation): void {
    session.worker.send({ type: 'prepared', preparation });
    this.change(session, { preparation });
  }

  /** Called when the process is gone: settles the decision, and keeps what an ended review shows next to it. */
  async #reap(session: Session, death: Death): Promise<void> {
    const { record } = session;
    const done = this.waiters.expect(record.id);
    this.table.end(session);
    session.preparing.abort();
    session.attachment?.end();
    const [outcome] = await Promise.all([
      settleOutcome(session, death, this.#options),
      this.#saveRegistryOrLog(),
    ]);
    session.outcome = outcome;
    const counted = this.#options.rounds.ended(record, outcome);
    this.totals.ended(outcome, death);
    done();
    const end = { outcome, death, endedAt: new Date().toISOString() };
    const view = endedView(session.record);
    // It takes what the next round needs from the spool.
    await counted;
    const isKept = await this.#keep({ ...view, ...end });
    void tidyUploads(record.id, this.#options);
    this.table.forget(session);
    this.#announceEnd({ ...view, ...end, isKept });
    this.#options.logger.info(
      { session: record.id, worker: record.pid, outcome, death },
      'session ended',
    );
    // Whatever is left of its process group has no purpose any more.
    session.worker.signal('SIGKILL');
  }

  /** Moves what an ended review shows next to the decision, and removes the rest. @returns whether it was kept */
  async #keep(session: Omit<EndedSession, 'isKept'>): Promise<boolean> {
    const { paths, decisions, ended } = this.#options;
    const { spool } = sessionFiles(paths, session.id);
    if (!decisions.isWritten(session.id)) {
      // Not awaited: it may take until there is free space.
      void removeUnsettled(spool, session.id, decisions);
      return false;
    }
    const isKept = await ended.keep(spool, session);
    if (!isKept) await removeSpool(spool);
    return isKept;
  }

  #announceEnd(session: EndedSession): void {
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
