import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { sessionIdFrom } from '../../shared/session/session-id.ts';
import type { ClosedAnswer, OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import type { Gateway } from '../../shared/supervisor/gateway.ts';
import type { KeptPage } from '../kept-page.ts';
import type { WarmPool } from '../workers/warm-pool.ts';
import { AdoptedWorker } from '../workers/adopted-worker.ts';
import { Turns } from '../turns.ts';
import type { WorkerHost } from '../workers/worker-host.ts';
import { makeAssignment, makeRecord, sessionUrl } from './assignment.ts';
import { draftKey } from './drafts.ts';
import { Heartbeat } from './heartbeat.ts';
import type { History } from './history.ts';
import { RunningSessions, type RunningSessionsOptions } from './running-sessions.ts';
import type { Session } from './session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import { inspectNamed } from './named-source.ts';
import type { InspectedSource, Source } from './source.ts';
import { makeSpool, removeSpool, writeOpened, type SpooledContent } from './spool.ts';
import type { Totals } from './totals.ts';

interface SessionsOptions extends RunningSessionsOptions {
  /** What tells this supervisor from the one before. */
  readonly nonce: string;
  /** Of the machine, now. */
  readonly bootId: string;
  readonly pool: WarmPool;
  /** Undefined in local mode. */
  readonly gateway: () => Gateway | undefined;
  readonly allowedHosts: readonly string[];
  readonly runsRemoteCommands: boolean;
  readonly page: KeptPage;
}

/** What is to be opened: a request, and what is known of it where it came in a file, which its content is still in. */
export interface Opening {
  readonly request: OpenRequest;
  readonly spooled?: { readonly inspected: InspectedSource; readonly content: string };
}

/** How many workers are adopted at once. */
const adoptionsAtOnce = 32;
const leavePollMs = 10;

/** The sessions of a supervisor: opens, adopts and closes them, and knows who waits for their decisions. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #running: RunningSessions;
  readonly #heartbeat: Heartbeat;
  /** Under way to being opened: what they have claimed is theirs. */
  readonly #opening = new Set<string>();
  /** The same, by the key of their request. */
  readonly #openingByKey = new Map<string, Promise<SessionRecord>>();
  readonly #adoptions = new Turns(adoptionsAtOnce);
  #isClosing = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#running = new RunningSessions(options);
    this.#heartbeat = new Heartbeat(this.#running);
  }

  get size(): number {
    return this.#running.table.size;
  }

  get totals(): Totals {
    return this.#running.totals;
  }

  get history(): History {
    return this.#running.history;
  }

  /** How many requests wait for a decision. */
  get waitingCount(): number {
    return this.#running.waiting.size;
  }

  /** Their records, oldest first. */
  records(): SessionRecord[] {
    return this.#running.table.all().map(({ record }) => record);
  }

  /** @throws GalleyError `not_found` */
  get(id: string): Session {
    return this.#running.table.get(id);
  }

  isRunning(id: string): boolean {
    return this.#running.table.has(id) || this.#opening.has(id);
  }

  /**
   * Opens a session. It answers when this resolves and stands in the registry; its content may still be prepared. A
   * request that comes again, with the same key, gets the session that it opened the first time.
   * @throws GalleyError that says why it cannot be opened; nothing is left behind
   */
  open(asked: Opening, idempotencyKey?: string): Promise<SessionRecord> {
    if (idempotencyKey === undefined) return this.#open(asked, idempotencyKey);
    const opened = this.records().find((record) => record.idempotencyKey === idempotencyKey);
    if (opened !== undefined) return Promise.resolve(opened);
    const before = this.#openingByKey.get(idempotencyKey);
    if (before !== undefined) return before;
    const opening = this.#open(asked, idempotencyKey).finally(() =>
      this.#openingByKey.delete(idempotencyKey),
    );
    this.#openingByKey.set(idempotencyKey, opening);
    return opening;
  }

  async #open(
    { request, spooled }: Opening,
    idempotencyKey: string | undefined,
  ): Promise<SessionRecord> {
    this.#refuseWhenClosing();
    const inspected = spooled?.inspected ?? (await this.#inspect(request));
    const id = sessionIdFrom(randomBytes(12));
    const title = request.title ?? inspected.title;
    const { spool, input } = sessionFiles(this.#options.paths, id);
    const { source, project } = inspected;
    const key = draftKey([request.mode, request.cwd, request.key ?? inspected.key]);
    const page = this.#options.page.path;
    const label = { id, mode: request.mode, title, project, source, key, page };
    let worker: WorkerHost | undefined;
    let session: Session | undefined;
    this.#opening.add(id);
    try {
      await makeSpool({ spool, input, label, content: contentOf(request, spooled?.content) });
      const gateway = this.#options.gateway();
      const assignment = await makeAssignment(
        { request, inspected, label },
        { ...this.#options, gateway, isRunning: (other) => this.isRunning(other) },
      );
      worker = await this.#options.pool.take();
      this.#refuseWhenClosing();
      const port = await worker.assign(assignment, this.#running.listenersOf(id));
      const record = makeRecord(assignment, {
        pid: worker.pid,
        port,
        isDetached: request.detached,
        idempotencyKey,
        launcher: request.launcher,
        gateway,
      });
      session = this.#running.register(record, worker);
      this.totals.opened += 1;
      this.history.opened(Date.now());
      await Promise.all([
        this.#options.saveRegistry(),
        writeOpened(spool, { record, bootId: this.#options.bootId }),
      ]);
      // A thread would take the core that the answer needs.
      const opened = session;
      setImmediate(() => void this.#running.prepare(opened, source));
      this.#options.emit({ type: 'opened', session: viewOf(opened.record) });
      this.#options.logger.info(
        { session: id, worker: worker.pid, mode: request.mode },
        'session opened',
      );
      return opened.record;
    } catch (error) {
      if (worker !== undefined) await worker.stop('The session could not be opened.');
      // Its end is of no interest: nobody has heard of it.
      await session?.reaped;
      await this.#options.decisions.forget(id);
      await this.#options.ended.remove(id);
      await removeSpool(spool);
      throw error;
    } finally {
      this.#opening.delete(id);
    }
  }

  async #inspect(request: OpenRequest): Promise<InspectedSource> {
    return (await inspectNamed(request)) ?? this.#options.inspect(request);
  }

  /**
   * Closes a session and resolves when it is gone.
   * @throws GalleyError `not_found`
   */
  close(id: string, reason: string): Promise<ClosedAnswer> {
    return this.#running.close(id, reason);
  }

  /**
   * Lets a session live on when the process that opened it goes away. Resolves when the next supervisor knows it, too.
   * @throws GalleyError `not_found`, `storage_failed`
   */
  async detach(id: string): Promise<SessionRecord> {
    const session = this.#running.table.get(id);
    session.attachment?.end();
    this.#running.change(session, { isDetached: true });
    const { paths, bootId, saveRegistry } = this.#options;
    const { record } = session;
    await Promise.all([
      saveRegistry(),
      writeOpened(sessionFiles(paths, id).spool, { record, bootId }),
    ]);
    return record;
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
      onReached: (state) => this.#running.reached(id, state, source),
      listeners: this.#running.listenersOf(id),
    });
    // This supervisor may be in another mode than the one before.
    const url = sessionUrl(record, this.#options.gateway());
    this.#running.register({ ...record, url }, worker);
  }

  /** Notes which workers answer, and asks those whose turn it is. To be called each second. */
  beat(): void {
    this.#heartbeat.beat();
  }

  /** Lets none be opened any more, and resolves when those that were begun are open: the next supervisor has them. */
  async leaveAll(): Promise<void> {
    this.#isClosing = true;
    this.#running.leave();
    while (this.#opening.size > 0) await delay(leavePollMs);
  }

  /** Closes all and lets none be opened any more. */
  async closeAll(reason: string): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#running.table.all().map(({ record }) => this.close(record.id, reason)));
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
    const isExpected = this.#running.table.has(id) || this.#running.waiting.isExpected(id);
    const waited = isExpected ? this.#running.waiting.wait(id, options) : undefined;
    if (await this.#options.decisions.has(id)) {
      this.#running.waiting.wake(id);
      return true;
    }
    if (waited === undefined)
      throw new GalleyError('not_found', 'There is no session and no decision with this id.');
    await waited;
    return this.#options.decisions.has(id);
  }

  /** Notes a connection of the launching process. Returns what to call when it is gone. */
  connect(id: string): () => void {
    return this.#running.table.find(id)?.attachment?.connect() ?? (() => undefined);
  }

  /** Marks a session of an earlier supervisor whose decision is still to come. Returns what to call when it is there. */
  expect(id: string): () => void {
    return this.#running.waiting.expect(id);
  }

  #refuseWhenClosing(): void {
    if (this.#isClosing)
      throw new GalleyError(
        'shutting_down',
        'The supervisor is stopping. Try again in a moment: a new one will start.',
      );
  }
}

/** The text that a request hands over, if it does: at hand, or in a file. */
const contentOf = (request: OpenRequest, file: string | undefined): SpooledContent | undefined => {
  if (request.mode === 'review') return undefined;
  if (request.content !== undefined) return { text: request.content };
  return file === undefined ? undefined : { file };
};
