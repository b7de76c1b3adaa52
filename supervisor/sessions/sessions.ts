import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
import type { Gateway } from '../../shared/supervisor/gateway.ts';
import type { WorkerState } from '../../shared/supervisor/link-hello.ts';
import type { ControlEvent } from '../../shared/supervisor/status.ts';
import type { KeptPage } from '../kept-page.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { WarmPool } from '../workers/warm-pool.ts';
import { AdoptedWorker } from '../workers/adopted-worker.ts';
import type { SessionWorker } from '../workers/session-worker.ts';
import { Turns } from '../workers/turns.ts';
import type { WorkerHost } from '../workers/worker-host.ts';
import { makeAssignment, makeRecord, sessionUrl } from './assignment.ts';
import { Attachment } from './attachment.ts';
import type { Decisions } from './decisions.ts';
import { prepareContent } from './preparation.ts';
import { viewOf, type Session } from './session.ts';
import { inspectSource, type Source } from './source.ts';
import { settleOutcome } from './settle-outcome.ts';
import { makeSpool, removeSpool, writeOpened } from './spool.ts';
import { Totals } from './totals.ts';
import { Waiting } from './waiting.ts';

interface SessionsOptions {
  readonly paths: Paths;
  /** What tells this supervisor from the one before. */
  readonly nonce: string;
  /** Of the machine, now. */
  readonly bootId: string;
  readonly pool: WarmPool;
  readonly threads: ThreadPool;
  readonly decisions: Decisions;
  readonly logger: Logger;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
  /** Undefined in local mode. */
  readonly gateway: () => Gateway | undefined;
  readonly allowedHosts: readonly string[];
  readonly extraCaFile: string | undefined;
  readonly page: KeptPage;
  /** How long a session outlives its launching process. */
  readonly graceMs: number;
  /** Resolves when the registry shows the sessions as they are now. */
  readonly saveRegistry: () => Promise<void>;
  readonly emit: (event: ControlEvent) => void;
}

/** How many workers are adopted at once. */
const adoptionsAtOnce = 32;
/** Each worker is asked for a sign of life every so many beats, one a second. */
const probeEveryBeats = 5;
/** How long it may owe one, and for how many beats in a row: a machine that slept owes everybody at once. */
const owedMostMs = 3000;
const lateBeatsAtMost = 1;
const leavePollMs = 10;

const notPrepared: Preparation = {
  state: 'failed',
  code: 'preparation_failed',
  error: 'The supervisor died while it prepared this content. Open the review again.',
};

/** The running sessions: opens, closes and reaps them, and knows who waits for their decisions. */
export class Sessions {
  readonly totals = new Totals();
  readonly #options: SessionsOptions;
  readonly #running = new Map<string, Session>();
  /** Under way to being opened: what they have claimed is theirs. */
  readonly #opening = new Set<string>();
  /** Gone from the list, their decision not yet written. */
  readonly #ending = new Set<string>();
  /** Under way to being opened, by the key of their request. */
  readonly #openingByKey = new Map<string, Promise<SessionRecord>>();
  readonly #waiting = new Waiting();
  readonly #adoptions = new Turns(adoptionsAtOnce);
  #beats = 0;
  #isClosing = false;
  #isLeaving = false;

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
   * Opens a session. It answers when this resolves and stands in the registry; its content may still be prepared. A
   * request that comes again, with the same key, gets the session that it opened the first time.
   * @throws GalleyError that says why it cannot be opened; nothing is left behind
   */
  open(request: OpenRequest, idempotencyKey?: string): Promise<SessionRecord> {
    if (idempotencyKey === undefined) return this.#open(request, idempotencyKey);
    const opened = this.records().find((record) => record.idempotencyKey === idempotencyKey);
    if (opened !== undefined) return Promise.resolve(opened);
    const before = this.#openingByKey.get(idempotencyKey);
    if (before !== undefined) return before;
    const opening = this.#open(request, idempotencyKey).finally(() =>
      this.#openingByKey.delete(idempotencyKey),
    );
    this.#openingByKey.set(idempotencyKey, opening);
    return opening;
  }

  async #open(request: OpenRequest, idempotencyKey: string | undefined): Promise<SessionRecord> {
    this.#refuseWhenClosing();
    const inspected = await inspectSource(request);
    const id = sessionIdFrom(randomBytes(12));
    const title = request.title ?? inspected.title;
    const { spool, input } = sessionFiles(this.#options.paths, id);
    const { source, content, project } = inspected;
    const label = { id, mode: request.mode, title, project, source };
    let worker: WorkerHost | undefined;
    this.#opening.add(id);
    try {
      await makeSpool({ spool, input, label, content });
      const gateway = this.#options.gateway();
      const assignment = await makeAssignment(
        { request, inspected, id, title },
        { ...this.#options, gateway, isRunning: (other) => this.isRunning(other) },
      );
      worker = await this.#options.pool.take();
      this.#refuseWhenClosing();
      const port = await worker.assign(assignment, (outcome) => this.#decided(id, outcome));
      const record = makeRecord(assignment, {
        pid: worker.pid,
        port,
        isDetached: request.detached,
        idempotencyKey,
        gateway,
      });
      const session = this.#register(record, worker);
      this.totals.opened += 1;
      await Promise.all([
        this.#options.saveRegistry(),
        writeOpened(spool, { record, bootId: this.#options.bootId }),
      ]);
      // A thread would take the core that the answer needs.
      setImmediate(() => void this.#prepare(session, source));
      this.#options.emit({ type: 'opened', session: viewOf(session.record) });
      this.#options.logger.info(
        { session: id, worker: worker.pid, mode: request.mode },
        'session opened',
      );
      return session.record;
    } catch (error) {
      if (worker !== undefined) await worker.stop('The session could not be opened.');
      await this.#running.get(id)?.reaped;
      // Its end: nobody has heard of it.
      await this.#options.decisions.forget(id);
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

  /**
   * Takes over a session that an earlier supervisor opened. It runs from now on; its worker is reached in its turn.
   * `source` is for a content that was not prepared yet.
   */
  adopt(
    { bootId, ...record }: SessionRecord & { readonly bootId: string },
    source: Source | undefined,
  ): void {
    const { id, pid, startTime, port, nonce } = record;
    const worker = new AdoptedWorker({
      identity: { pid, startTime, bootId },
      port,
      nonce,
      epoch: this.#options.nonce,
      turns: this.#adoptions,
      onReached: (state) => this.#reached(id, state, source),
      onDecided: (outcome) => this.#decided(id, outcome),
    });
    // This supervisor may be in another mode than the one before.
    const url = sessionUrl(record, this.#options.gateway());
    this.#register({ ...record, url }, worker);
  }

  /** Notes which workers answer, and asks those whose turn it is. To be called each second. */
  beat(): void {
    this.#beats += 1;
    const nowMs = performance.now();
    let turn = this.#beats;
    for (const session of this.#running.values()) {
      const isLate = session.worker.owedMs(nowMs) > owedMostMs;
      session.lateBeats = isLate ? session.lateBeats + 1 : 0;
      const isResponsive = session.lateBeats <= lateBeatsAtMost;
      if (isResponsive !== session.record.isResponsive) this.#change(session, { isResponsive });
      if (turn % probeEveryBeats === 0) session.worker.probe();
      turn += 1;
    }
  }

  /** Lets none be opened any more, and resolves when those that were begun are open: the next supervisor has them. */
  async leaveAll(): Promise<void> {
    this.#isClosing = true;
    this.#isLeaving = true;
    while (this.#opening.size > 0) await delay(leavePollMs);
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

  #register(record: SessionRecord, worker: SessionWorker): Session {
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

  /** An adopted worker has answered: what it was waiting for goes on. */
  #reached(id: string, { preparation, outcome }: WorkerState, source: Source | undefined): void {
    const session = this.#running.get(id);
    if (session === undefined) return;
    if (outcome !== null) this.#decided(id, outcome);
    // Where a connection broke and came again, nothing is done twice.
    if (session.isReached) return;
    session.isReached = true;
    this.#options.logger.info({ session: id, worker: session.record.pid }, 'session adopted');
    if (preparation.state !== 'preparing') this.#change(session, { preparation });
    else if (source !== undefined) void this.#prepare(session, source);
    else this.#prepared(session, notPrepared);
  }

  #attach(id: string): Attachment {
    const onLost = () => {
      // It may be gone by itself in the meantime.
      if (this.#running.has(id))
        void this.close(id, 'The process that asked for the review went away.');
    };
    return new Attachment({ graceMs: this.#options.graceMs, onLost });
  }

  async #prepare(session: Session, source: Source): Promise<void> {
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

  #prepared(session: Session, preparation: Preparation): void {
    session.worker.prepared(preparation);
    this.#change(session, { preparation });
  }

  #change(
    session: Session,
    changes: Partial<Pick<SessionRecord, 'preparation' | 'isResponsive'>>,
  ): void {
    session.record = { ...session.record, ...changes };
    this.#options.emit({ type: 'changed', session: viewOf(session.record) });
    void this.#saveRegistryOrLog();
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
