import { GalleyError } from '../../shared/errors.ts';
import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { NextReview } from '../../shared/session/next-review.ts';
import type { ClosedAnswer, Death, SessionRecord } from '../../shared/session/session.ts';
import type { WorkerState } from '../../shared/supervisor/link-hello.ts';
import type { ControlEvent } from '../../shared/supervisor/status.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { DeriveCall, SessionWorker, WorkerListeners } from '../workers/session-worker.ts';
import { Attachment } from './attachment.ts';
import type { Decisions } from './decisions.ts';
import { deriveContent } from './derive-content.ts';
import { History } from './history.ts';
import { prepareContent } from './preparation.ts';
import type { Session } from './session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import { settleOutcome } from './settle-outcome.ts';
import type { Source } from './source.ts';
import { removeSpool } from './spool.ts';
import { Totals } from './totals.ts';
import { Waiting } from './waiting.ts';

export interface RunningSessionsOptions {
  readonly paths: Paths;
  readonly threads: ThreadPool;
  readonly decisions: Decisions;
  readonly logger: Logger;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
  readonly extraCaFile: string | undefined;
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

/** The sessions that run, from the moment that their worker has them until they are reaped. */
export class RunningSessions {
  readonly totals = new Totals();
  readonly history = new History();
  readonly waiting = new Waiting();
  readonly #options: RunningSessionsOptions;
  readonly #running = new Map<string, Session>();
  #isLeaving = false;

  constructor(options: RunningSessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  has(id: string): boolean {
    return this.#running.has(id);
  }

  find(id: string): Session | undefined {
    return this.#running.get(id);
  }

  /** @throws GalleyError `not_found` */
  get(id: string): Session {
    const session = this.#running.get(id);
    if (session === undefined)
      throw new GalleyError(
        'not_found',
        'There is no session with this id. `galley sessions list` shows those that run.',
      );
    return session;
  }

  /** Oldest first. */
  all(): Session[] {
    return [...this.#running.values()];
  }

  /** Takes a session over from whoever opened or adopted it. */
  register(record: SessionRecord, worker: SessionWorker): Session {
    const { id } = record;
    const session: Session = {
      record,
      worker,
      preparing: new AbortController(),
      attachment: record.isDetached ? undefined : this.#attach(id),
      outcome: undefined,
      closeReason: undefined,
      isReached: false,
      lateBeats: 0,
      reaped: worker.exited.then((death) => this.#reap(session, death)),
    };
    this.#running.set(id, session);
    return session;
  }

  /** What is done with what the worker of a session says. */
  listenersOf(id: string): WorkerListeners {
    return {
      onDecided: (outcome) => this.decided(id, outcome),
      onCounts: (counts) => {
        const session = this.#running.get(id);
        if (session !== undefined) this.#show(session, { counts });
      },
      onDerive: (call) => void this.derive(id, call),
      onAskNext: () => this.#nextAfter(id),
    };
  }

  /** An adopted worker has answered: what it was waiting for goes on. */
  reached(
    id: string,
    { preparation, outcome, counts }: WorkerState,
    source: Source | undefined,
  ): void {
    const session = this.#running.get(id);
    if (session === undefined) return;
    this.#show(session, { counts });
    if (outcome !== null) this.decided(id, outcome);
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
    const { paths, threads, config, logger, extraCaFile } = this.#options;
    const { allowPrivateUrls } = await config();
    const preparation: Preparation = await prepareContent({
      source,
      files: sessionFiles(paths, session.record.id),
      isPrivateAllowed: allowPrivateUrls,
      extraCaFile,
      threads,
      signal: session.preparing.signal,
      logger: logger.child({ session: session.record.id }),
    });
    // What was broken off because this supervisor goes is prepared by the next one.
    if (this.#running.has(session.record.id) && !this.#isLeaving)
      this.#prepared(session, preparation);
  }

  /** Has what a worker asks for made in its spool, and tells it. Never rejects. */
  async derive(id: string, { request, wanted }: DeriveCall): Promise<void> {
    const session = this.#running.get(id);
    if (session === undefined) return;
    const { paths, threads, logger } = this.#options;
    const files = sessionFiles(paths, id);
    const { signal } = session.preparing;
    const answer = await deriveContent({ wanted, files, threads, signal });
    if (answer.failure !== undefined) {
      const { code } = answer.failure;
      // Nobody has asked for a look at the work tree, and the next one comes in a moment.
      const level = wanted.kind === 'worktree-state' ? 'debug' : 'info';
      logger[level]({ session: id, kind: wanted.kind, code }, 'nothing was derived');
    }
    session.worker.derived({ request, ...answer });
  }

  /** Changes what the registry and the events show of a session. */
  change(
    session: Session,
    changes: Partial<Pick<SessionRecord, 'preparation' | 'isResponsive'>>,
  ): void {
    this.#show(session, changes);
    void this.#saveRegistryOrLog();
  }

  /** The same for what the next supervisor is told by the worker itself. */
  #show(session: Session, changes: Partial<SessionRecord>): void {
    session.record = { ...session.record, ...changes };
    this.#options.emit({ type: 'changed', session: viewOf(session.record) });
  }

  /** The review that has waited longest, of those that can be looked at. */
  #nextAfter(id: string): NextReview | undefined {
    const next = this.all().find(
      ({ record, outcome, closeReason }) =>
        record.id !== id &&
        outcome === undefined &&
        closeReason === undefined &&
        record.isResponsive &&
        record.preparation.state === 'ready',
    );
    if (next === undefined) return undefined;
    const { title, url } = next.record;
    return { id: next.record.id, title, url };
  }

  /** The session's decision stands on the disk. */
  decided(id: string, outcome: Outcome): void {
    const session = this.#running.get(id);
    if (session !== undefined) session.outcome = outcome;
    this.waiting.wake(id);
  }

  /**
   * Closes a session and resolves when it is gone.
   * @throws GalleyError `not_found`
   */
  async close(id: string, reason: string): Promise<ClosedAnswer> {
    const session = this.get(id);
    session.closeReason ??= reason;
    const death = await session.worker.stop(session.closeReason);
    await session.reaped;
    return { id, outcome: session.outcome ?? 'undecided', death };
  }

  /** What is broken off from now on is left to the next supervisor. */
  leave(): void {
    this.#isLeaving = true;
  }

  #attach(id: string): Attachment {
    const onLost = () => {
      // It may be gone by itself in the meantime.
      if (this.#running.has(id))
        void this.close(id, 'The process that asked for the review went away.');
    };
    return new Attachment({ graceMs: this.#options.graceMs, onLost });
  }

  #prepared(session: Session, preparation: Preparation): void {
    session.worker.prepared(preparation);
    this.change(session, { preparation });
  }

  /** What is left of a session when its process is gone: the decision, and nothing else. */
  async #reap(session: Session, death: Death): Promise<void> {
    const { record } = session;
    const done = this.waiting.expect(record.id);
    this.#running.delete(record.id);
    session.preparing.abort();
    session.attachment?.end();
    const [outcome] = await Promise.all([
      settleOutcome(session, death, this.#options),
      this.#saveRegistryOrLog(),
    ]);
    session.outcome = outcome;
    this.totals.ended(outcome, death);
    done();
    const now = new Date();
    const end = { outcome, death, endedAt: now.toISOString() };
    this.history.ended({ ...viewOf(session.record), ...end }, now.getTime());
    this.#options.emit({ type: 'exited', id: record.id, ...end });
    this.#options.logger.info(
      { session: record.id, worker: record.pid, outcome, death },
      'session ended',
    );
    // Whatever of its group is left has no session any more.
    session.worker.signal('SIGKILL');
    await removeSpool(sessionFiles(this.#options.paths, record.id).spool);
  }

  async #saveRegistryOrLog(): Promise<void> {
    await this.#options.saveRegistry().catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'the registry could not be written');
    });
  }
}
