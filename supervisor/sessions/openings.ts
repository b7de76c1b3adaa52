import { randomBytes } from 'node:crypto';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { sessionIdFrom } from '../../shared/session/session-id.ts';
import type { OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Gateway } from '../../shared/supervisor/gateway.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { KeptPage } from '../kept-page.ts';
import type { WarmPool } from '../workers/warm-pool.ts';
import type { WorkerHost } from '../workers/worker-host.ts';
import { makeAssignment, makeRecord } from './assignment.ts';
import { draftKey } from './drafts.ts';
import { inspectNamed } from './named-source.ts';
import { roundsKey } from './rounds.ts';
import type { RunningSessions, RunningSessionsOptions } from './running-sessions.ts';
import type { Session } from './session.ts';
import type { InspectedSource } from './source.ts';
import { makeSpool, removeSpool, writeOpened, type SpooledContent } from './spool.ts';

export interface OpeningsOptions extends RunningSessionsOptions {
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

/** A task, and the more so its process where that has to start first, would take the core that the answer needs. */
const answerMs = 25;

/** The sessions that are being opened: from the request to the record of a session that answers. */
export class Openings {
  readonly #options: OpeningsOptions;
  readonly #running: RunningSessions;
  /** Under way: what they have claimed is theirs. */
  readonly #ids = new Set<string>();
  /** The same, by the key of their request. */
  readonly #byKey = new Map<string, Promise<SessionRecord>>();
  #isOver = false;

  constructor(options: OpeningsOptions, running: RunningSessions) {
    this.#options = options;
    this.#running = running;
  }

  /** How many are under way. */
  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Lets none be begun any more. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * Opens a session. It answers when this resolves and stands in the registry; its content may still be prepared. A
   * request that comes again, with the same key, gets the session that it opened the first time.
   * @throws GalleyError that says why it cannot be opened; nothing is left behind
   */
  open(asked: Opening, idempotencyKey?: string): Promise<SessionRecord> {
    if (idempotencyKey === undefined) return this.#open(asked, idempotencyKey);
    const opened = this.#running.table
      .all()
      .find(({ record }) => record.idempotencyKey === idempotencyKey);
    if (opened !== undefined) return Promise.resolve(opened.record);
    const before = this.#byKey.get(idempotencyKey);
    if (before !== undefined) return before;
    const opening = this.#open(asked, idempotencyKey).finally(() =>
      this.#byKey.delete(idempotencyKey),
    );
    this.#byKey.set(idempotencyKey, opening);
    return opening;
  }

  async #open(opening: Opening, idempotencyKey: string | undefined): Promise<SessionRecord> {
    this.#refuseWhenOver();
    const { request, spooled } = opening;
    const inspected = spooled?.inspected ?? (await this.#inspect(request));
    const id = sessionIdFrom(randomBytes(12));
    const { paths } = this.#options;
    const { spool } = sessionFiles(paths, id);
    const key = roundsKey({ request, inspected, stateFolder: paths.stateFolder });
    let worker: WorkerHost | undefined;
    let session: Session | undefined;
    this.#ids.add(id);
    try {
      const assignment = await this.#assignment(id, opening, { inspected, key });
      worker = await this.#options.pool.take();
      this.#refuseWhenOver();
      const port = await worker.assign(assignment, this.#running.listenersOf(id));
      const record = makeRecord(assignment, {
        pid: worker.pid,
        port,
        isDetached: request.detached,
        idempotencyKey,
        launcher: request.launcher,
        roundsKey: key,
        gateway: this.#options.gateway(),
      });
      session = this.#running.register(record, worker);
      this.#running.totals.opened += 1;
      this.#running.history.opened(Date.now());
      await Promise.all([
        this.#options.saveRegistry(),
        writeOpened(spool, { record, bootId: this.#options.bootId }),
      ]);
      const opened = session;
      setTimeout(() => void this.#running.prepare(opened, inspected.source), answerMs);
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
      this.#ids.delete(id);
    }
  }

  /** Makes the spool of a session, and what its worker is told. */
  async #assignment(
    id: string,
    { request, spooled }: Opening,
    { inspected, key: ofRounds }: { readonly inspected: InspectedSource; readonly key: string },
  ): Promise<Assignment> {
    const { spool, input } = sessionFiles(this.#options.paths, id);
    const { mode, cwd, title = inspected.title } = request;
    const { source, project } = inspected;
    const key = draftKey([mode, cwd, request.key ?? inspected.key]);
    const label = { id, mode, title, project, source, key, page: this.#options.page.path };
    const content = contentOf(request, { file: spooled?.content, copied: inspected.copied });
    const [round] = await Promise.all([
      this.#options.rounds.next(ofRounds),
      makeSpool({ spool, input, label, content }),
    ]);
    return makeAssignment(
      { request, inspected, round, label },
      {
        ...this.#options,
        gateway: this.#options.gateway(),
        isRunning: (other) => this.#running.table.has(other) || this.has(other),
      },
    );
  }

  async #inspect(request: OpenRequest): Promise<InspectedSource> {
    return (await inspectNamed(request)) ?? this.#options.inspect(request);
  }

  #refuseWhenOver(): void {
    if (this.#isOver)
      throw new GalleyError(
        'shutting_down',
        'The supervisor is stopping. Try again in a moment: a new one will start.',
      );
  }
}

/** What a request hands over, if it does: a text at hand or in a file, or a file that may go. */
const contentOf = (
  request: OpenRequest,
  { file, copied }: Readonly<Record<'file' | 'copied', string | undefined>>,
): SpooledContent | undefined => {
  if (request.mode === 'review') return copied === undefined ? undefined : { copied };
  if (request.content !== undefined) return { text: request.content };
  return file === undefined ? undefined : { file };
};
