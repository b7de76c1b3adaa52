import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import type { ClosedAnswer, SessionRecord } from '../../shared/session/session.ts';
import { workerDeadlinesMs } from '../../shared/supervisor/worker-messages.ts';
import { AdoptedWorker } from '../workers/adopted-worker.ts';
import { Semaphore } from '../semaphore.ts';
import { sessionUrl } from './assignment.ts';
import type { History, Totals } from './history.ts';
import { Openings, type Opening, type OpeningsOptions } from './openings.ts';
import { RunningSessions } from './running-sessions.ts';
import type { Session } from './session-table.ts';
import type { Source } from './source.ts';
import { writeOpened } from './spool.ts';

interface SessionsOptions extends OpeningsOptions {
  /** Tells this supervisor from its predecessor. */
  readonly nonce: string;
}

const adoptionsAtOnce = 32;
const leavePollMs = 10;
/** Each worker is pinged every this many beats; a beat is a second. */
const probeEveryBeats = 5;
/** How many beats in a row an answer may be late: after the machine slept, every worker is late once. */
const maxLateBeats = 1;

/** The supervisor's sessions: opens, adopts and closes them, and tracks who waits for their decisions. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #running: RunningSessions;
  #beats = 0;
  readonly #openings: Openings;
  readonly #adoptions = new Semaphore(adoptionsAtOnce);

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#running = new RunningSessions(options);
    this.#openings = new Openings(options, this.#running);
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

  /** Requests waiting for a decision. */
  get waitingCount(): number {
    return this.#running.waiters.size;
  }

  /** Oldest first. */
  records(): SessionRecord[] {
    return this.#running.table.all().map(({ record }) => record);
  }

  /** For clients that are told when each of them ends: also those whose end is being settled. */
  unannounced(): SessionRecord[] {
    return this.#running.table.unannounced().map(({ record }) => record);
  }

  /** @throws GalleyError `not_found` */
  get(id: string): Session {
    return this.#running.table.get(id);
  }

  isRunning(id: string): boolean {
    return this.#running.table.has(id) || this.#openings.has(id);
  }

  /**
   * Opens a session: see `Openings.open`.
   * @throws GalleyError if it cannot be opened; nothing is left behind
   */
  open(asked: Opening, idempotencyKey?: string): Promise<SessionRecord> {
    return this.#openings.open(asked, idempotencyKey);
  }

  /**
   * Closes a session and resolves when its process is gone.
   * @throws GalleyError `not_found`
   */
  close(id: string, reason: string): Promise<ClosedAnswer> {
    return this.#running.close(id, reason);
  }

  /**
   * Lets a session outlive its launching process. Resolves when this is on disk for the next supervisor.
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
   * Takes over a session that an earlier supervisor opened. It counts as running at once; its worker is connected in
   * the background. `source` is for content that was not prepared yet.
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
      semaphore: this.#adoptions,
      onReached: (state) => this.#running.reached(id, state, source),
      listeners: this.#running.listenersOf(id),
    });
    // The network mode may have changed.
    const url = sessionUrl(record, this.#options.gateway());
    this.#running.register({ ...record, url }, worker);
  }

  /** Drops ended reviews whose files were removed from the list. */
  forget(ids: readonly string[]): void {
    const forgotten = this.history.forget(ids);
    if (forgotten.length > 0) this.#options.emit({ type: 'forgotten', ids: forgotten });
  }

  /** Checks which workers answer, and pings those whose turn it is. Called once a second. */
  beat(): void {
    this.#beats += 1;
    const nowMs = performance.now();
    let turn = this.#beats;
    for (const session of this.#running.table.all()) {
      const isLate = session.worker.unansweredMs(nowMs) > workerDeadlinesMs.ping;
      session.lateBeats = isLate ? session.lateBeats + 1 : 0;
      const isResponsive = session.lateBeats <= maxLateBeats;
      if (isResponsive !== session.record.isResponsive)
        this.#running.change(session, { isResponsive });
      if (turn % probeEveryBeats === 0) session.worker.probe();
      turn += 1;
    }
  }

  /** Refuses new sessions and resolves when pending openings are done: the next supervisor takes over. */
  async leaveAll(): Promise<void> {
    this.#openings.end();
    this.#running.leave();
    while (this.#openings.size > 0) await delay(leavePollMs);
  }

  /** Refuses new sessions and closes all running ones. */
  async closeAll(reason: string): Promise<void> {
    this.#openings.end();
    await Promise.all(this.#running.table.all().map(({ record }) => this.close(record.id, reason)));
  }

  /**
   * Waits for a session's decision.
   * @returns whether there is one; false on timeout
   * @throws GalleyError `not_found` if there is neither a session nor a decision
   */
  async awaitDecision(
    id: string,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const isExpected = this.#running.table.has(id) || this.#running.waiters.isExpected(id);
    const waited = isExpected ? this.#running.waiters.wait(id, options) : undefined;
    if (await this.#options.decisions.has(id)) {
      this.#running.waiters.wake(id);
      return true;
    }
    if (waited === undefined)
      throw new GalleyError('not_found', 'There is no session and no decision with this id.');
    await waited;
    return this.#options.decisions.has(id);
  }

  /** Adds a connection of the launching process. Returns a function that removes it. */
  connect(id: string): () => void {
    return this.#running.table.find(id)?.attachment?.connect() ?? (() => undefined);
  }

  /** Marks a session of an earlier supervisor as about to be settled. Returns a function to call when it is. */
  expect(id: string): () => void {
    return this.#running.waiters.expect(id);
  }
}
