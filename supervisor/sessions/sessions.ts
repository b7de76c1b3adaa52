import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import type { ClosedAnswer, SessionRecord } from '../../shared/session/session.ts';
import { AdoptedWorker } from '../workers/adopted-worker.ts';
import { Turns } from '../turns.ts';
import { sessionUrl } from './assignment.ts';
import { Heartbeat } from './heartbeat.ts';
import type { History } from './history.ts';
import { Openings, type Opening, type OpeningsOptions } from './openings.ts';
import { RunningSessions } from './running-sessions.ts';
import type { Session } from './session.ts';
import type { Source } from './source.ts';
import { writeOpened } from './spool.ts';
import type { Totals } from './totals.ts';

interface SessionsOptions extends OpeningsOptions {
  /** What tells this supervisor from the one before. */
  readonly nonce: string;
}

/** How many workers are adopted at once. */
const adoptionsAtOnce = 32;
const leavePollMs = 10;

/** The sessions of a supervisor: opens, adopts and closes them, and knows who waits for their decisions. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #running: RunningSessions;
  readonly #heartbeat: Heartbeat;
  readonly #openings: Openings;
  readonly #adoptions = new Turns(adoptionsAtOnce);

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#running = new RunningSessions(options);
    this.#heartbeat = new Heartbeat(this.#running);
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
    return this.#running.table.has(id) || this.#openings.has(id);
  }

  /**
   * Opens a session: see `Openings`.
   * @throws GalleyError that says why it cannot be opened; nothing is left behind
   */
  open(asked: Opening, idempotencyKey?: string): Promise<SessionRecord> {
    return this.#openings.open(asked, idempotencyKey);
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

  /** Takes ended reviews off the list of which nothing is kept any more. */
  forget(ids: readonly string[]): void {
    const forgotten = this.history.forget(ids);
    if (forgotten.length > 0) this.#options.emit({ type: 'forgotten', ids: forgotten });
  }

  /** Notes which workers answer, and asks those whose turn it is. To be called each second. */
  beat(): void {
    this.#heartbeat.beat();
  }

  /** Lets none be opened any more, and resolves when those that were begun are open: the next supervisor has them. */
  async leaveAll(): Promise<void> {
    this.#openings.end();
    this.#running.leave();
    while (this.#openings.size > 0) await delay(leavePollMs);
  }

  /** Closes all and lets none be opened any more. */
  async closeAll(reason: string): Promise<void> {
    this.#openings.end();
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
}
