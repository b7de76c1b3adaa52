import { randomBytes } from 'node:crypto';
import { GalleyError } from '../../shared/errors.ts';
import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Outcome } from '../../shared/session/decision.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import { sessionIdFrom } from '../../shared/session/session-id.ts';
import type {
  ClosedAnswer,
  Death,
  OpenRequest,
  SessionRecord,
} from '../../shared/session/session.ts';
import type { ControlEvent } from '../../shared/supervisor/status.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { WarmPool } from '../workers/warm-pool.ts';
import type { WorkerHost } from '../workers/worker-host.ts';
import { makeAssignment, makeRecord } from './assignment.ts';
import { Attachment } from './attachment.ts';
import type { Decisions } from './decisions.ts';
import { prepareContent } from './preparation.ts';
import { viewOf, type Session } from './session.ts';
import { inspectSource, type InspectedSource } from './source.ts';
import { settleOutcome } from './settle-outcome.ts';
import { makeSpool, removeSpool } from './spool.ts';
import { Totals } from './totals.ts';
import { Waiting } from './waiting.ts';

interface SessionsOptions {
  readonly paths: Paths;
  readonly pool: WarmPool;
  readonly threads: ThreadPool;
  readonly decisions: Decisions;
  readonly logger: Logger;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
  readonly isRemote: boolean;
  readonly allowedHosts: readonly string[];
  readonly extraCaFile: string | undefined;
  /** Folder of the built review page. */
  readonly pageFolder: string;
  /** How long a session outlives its launching process. */
  readonly graceMs: number;
  /** Resolves when the registry shows the sessions as they are now. */
  readonly saveRegistry: () => Promise<void>;
  readonly emit: (event: ControlEvent) => void;
}

/** The running sessions: opens, closes and reaps them, and knows who waits for their decisions. */
export class Sessions {
  readonly totals = new Totals();
  readonly #options: SessionsOptions;
  readonly #running = new Map<string, Session>();
  /** Under way to being opened: what they have claimed is theirs. */
  readonly #opening = new Set<string>();
  /** Gone from the list, their decision not yet written. */
  readonly #ending = new Set<string>();
  readonly #waiting = new Waiting();
  #isClosing = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  /** How many requests wait for a decision. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Their records, oldest first. */
  records(): SessionRecord[] {
    return [...this.#running.values()].map(({ record }) => record);
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

  isRunning(id: string): boolean {
    return this.#running.has(id) || this.#opening.has(id);
  }

  /**
   * Opens a session. It answers when this resolves and stands in the registry; its content may still be prepared.
   * @throws GalleyError that says why it cannot be opened; nothing is left behind
   */
  async open(request: OpenRequest): Promise<SessionRecord> {
    this.#refuseWhenClosing();
    const inspected = await inspectSource(request);
    const id = sessionIdFrom(randomBytes(12));
    const title = request.title ?? inspected.title;
    const { spool, input } = sessionFiles(this.#options.paths, id);
    const label = { id, mode: request.mode, title, project: inspected.project };
    await makeSpool({ spool, input, label, source: inspected.source });
    let worker: WorkerHost | undefined;
    this.#opening.add(id);
    try {
      const assignment = await makeAssignment(
        { request, inspected, id, title },
        { ...this.#options, isRunning: (other) => this.isRunning(other) },
      );
      worker = await this.#options.pool.take();
      this.#refuseWhenClosing();
      const port = await worker.assign(assignment, (outcome) => this.#decided(id, outcome));
      const record = makeRecord(assignment, {
        pid: worker.pid,
        port,
        isDetached: request.detached,
      });
      const session = this.#register(assignment, worker, record);
      await this.#options.saveRegistry();
      // A thread would take the core that the answer needs.
      setImmediate(() => void this.#prepare(session, inspected));
      this.#options.emit({ type: 'opened', session: viewOf(session.record) });
      this.#options.logger.info(
        { session: id, worker: worker.pid, mode: request.mode },
        'session opened',
      );
      return session.record;
    } catch (error) {
      if (worker !== undefined) await worker.stop('The session could not be opened.');
      await removeSpool(spool);
      throw error;
    } finally {
      this.#opening.delete(id);
    }
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

  /** Closes all and lets none be opened any more. */
  async closeAll(reason: string): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#running.keys()].map((id) => this.close(id, reason)));
  }

  /**
   * Waits for a session's decision.
   * @returns whether there is one; false after the time given
   * @throws GalleyError `not_found` where there is neither session nor decision
   */
  async awaitDecision(
    id: string,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const isExpected = this.#running.has(id) || this.#ending.has(id);
    const waited = isExpected ? this.#waiting.wait(id, options) : undefined;
    if (await this.#options.decisions.has(id)) {
      this.#waiting.wake(id);
      return true;
    }
    if (waited === undefined)
      throw new GalleyError('not_found', 'There is no session and no decision with this id.');
    await waited;
    return this.#options.decisions.has(id);
  }

  /** Notes a connection of the launching process. Returns what to call when it is gone. */
  connect(id: string): () => void {
    return this.#running.get(id)?.attachment?.connect() ?? (() => undefined);
  }

  /** Marks sessions of an earlier supervisor whose decisions are still to come. */
  expect(id: string): () => void {
    this.#ending.add(id);
    return () => {
      this.#ending.delete(id);
      this.#waiting.wake(id);
    };
  }

  #refuseWhenClosing(): void {
    if (this.#isClosing)
      throw new GalleyError(
        'shutting_down',
        'The supervisor is stopping. Try again in a moment: a new one will start.',
      );
  }

  #register(assignment: Assignment, worker: WorkerHost, record: SessionRecord): Session {
    const { id } = assignment;
    const session: Session = {
      record,
      worker,
      preparing: new AbortController(),
      attachment: record.isDetached ? undefined : this.#attach(id),
      outcome: undefined,
      closeReason: undefined,
      reaped: worker.exited.then((death) => this.#reap(session, death)),
    };
    this.#running.set(id, session);
    this.totals.opened += 1;
    return session;
  }

  #attach(id: string): Attachment {
    const onLost = () => {
      // It may be gone by itself in the meantime.
      if (this.#running.has(id))
        void this.close(id, 'The process that asked for the review went away.');
    };
    return new Attachment({ graceMs: this.#options.graceMs, onLost });
  }

  async #prepare(session: Session, { source }: InspectedSource): Promise<void> {
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
    if (!this.#running.has(session.record.id)) return;
    session.record = { ...session.record, preparation };
    session.worker.prepared(preparation);
    this.#options.emit({ type: 'changed', session: viewOf(session.record) });
    await this.#saveRegistryOrLog();
  }

  #decided(id: string, outcome: Outcome): void {
    const session = this.#running.get(id);
    if (session !== undefined) session.outcome = outcome;
    this.#waiting.wake(id);
  }

  /** What is left of a session when its process is gone: the decision, and nothing else. */
  async #reap(session: Session, death: Death): Promise<void> {
    const { record } = session;
    const done = this.expect(record.id);
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
    this.#options.emit({ type: 'exited', id: record.id, outcome, death });
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
