import { randomBytes } from 'node:crypto';
import { GalleyError } from '../../shared/errors.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { sessionIdFrom } from '../../shared/session/session-id.ts';
import type { OpenRequest, SessionRecord } from '../../shared/session/session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Gateway } from '../../shared/supervisor/registry.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PageSnapshot } from '../page-snapshot.ts';
import type { WarmPool } from '../workers/warm-pool.ts';
import type { WorkerHost } from '../workers/worker-host.ts';
import { makeAssignment, makeRecord } from './assignment.ts';
import { draftKey } from './drafts.ts';
import { roundsKeys } from './rounds.ts';
import type { RunningSessions, RunningSessionsOptions } from './running-sessions.ts';
import type { Session } from './session-table.ts';
import { type InspectedSource, inspectInline } from './source.ts';
import {
  makeSpool,
  removeSpool,
  writeOpened,
  type SpoolLabel,
  type SpooledContent,
} from './spool.ts';

export interface OpeningsOptions extends RunningSessionsOptions {
  /** The machine's current boot. */
  readonly bootId: string;
  readonly pool: WarmPool;
  /** Undefined in local mode. */
  readonly gateway: () => Gateway | undefined;
  readonly allowedHosts: readonly string[];
  readonly runsRemoteCommands: boolean;
  readonly page: PageSnapshot;
}

/** A request to open a session; `spooled` if its body came as a file, which still has the content. */
export interface Opening {
  readonly request: OpenRequest;
  readonly spooled?: { readonly inspected: InspectedSource; readonly content: string };
}

/** Preparation waits this long, so that it does not take the core that the response needs. */
const answerMs = 25;

/** Sessions being opened, from the request to a running session. */
export class Openings {
  readonly #options: OpeningsOptions;
  readonly #running: RunningSessions;
  /** Being opened; their drafts are claimed. */
  readonly #ids = new Set<string>();
  /** The same by idempotency key. */
  readonly #byKey = new Map<string, Promise<SessionRecord>>();
  #isStopping = false;

  constructor(options: OpeningsOptions, running: RunningSessions) {
    this.#options = options;
    this.#running = running;
  }

  /** How many are being opened. */
  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Refuses new openings. */
  end(): void {
    this.#isStopping = true;
  }

  /**
   * Opens a session. When this resolves, its worker answers and it is in the registry; its content may still be in
   * preparation. A repeated request with the same key returns the same session.
   * @throws GalleyError if it cannot be opened; nothing is left behind
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
    this.#refuseIfStopping();
    const { request } = opening;
    const inspected = opening.spooled?.inspected ?? (await this.#inspect(request));
    const id = sessionIdFrom(randomBytes(12));
    const { paths } = this.#options;
    const { spool } = sessionFiles(paths, id);
    const keys = roundsKeys({ request, inspected, stateFolder: paths.stateFolder });
    let worker: WorkerHost | undefined;
    let session: Session | undefined;
    let spooling: Promise<void> | undefined;
    this.#ids.add(id);
    try {
      const label = this.#label(id, request, inspected);
      // At the same time as the worker starts its session, which does not read the spool yet.
      spooling = this.#makeSpool(opening, { label, inspected });
      // Awaited below; a failure before that must not count as unhandled.
      spooling.catch(() => undefined);
      const round = await this.#options.rounds.next(keys);
      const assignment = await this.#assignment({ request, inspected, round, label });
      worker = await this.#options.pool.take();
      this.#refuseIfStopping();
      const [port] = await Promise.all([
        worker.assign(assignment, this.#running.listenersOf(id)),
        spooling,
      ]);
      const record = makeRecord(assignment, {
        pid: worker.pid,
        port,
        isDetached: request.detached,
        idempotencyKey,
        launcher: request.launcher,
        roundsKey: keys.key,
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
      // Nobody has heard of this session: drop its decision, too.
      await session?.reaped;
      await this.#options.decisions.forget(id);
      await this.#options.ended.remove(id);
      await spooling?.catch(() => undefined);
      await removeSpool(spool);
      throw error;
    } finally {
      this.#ids.delete(id);
    }
  }

  #label(id: string, request: OpenRequest, inspected: InspectedSource) {
    const { mode, cwd, title = inspected.title } = request;
    const { source, project } = inspected;
    return {
      id,
      mode,
      title,
      project,
      source,
      key: draftKey([mode, cwd, request.key ?? inspected.key]),
      ...viewedKeys(inspected),
      page: this.#options.page.path,
      ...(request.key === undefined ? {} : { givenKey: request.key }),
    } satisfies SpoolLabel;
  }

  async #makeSpool(
    { request, spooled }: Opening,
    { label, inspected }: { readonly label: SpoolLabel; readonly inspected: InspectedSource },
  ): Promise<void> {
    const { spool, input } = sessionFiles(this.#options.paths, label.id);
    const content = contentOf(request, { file: spooled?.content, copied: inspected.copied });
    const replies = request.mode === 'review' ? undefined : request.replies;
    await makeSpool({ spool, input, label, content, replies });
  }

  #assignment(parts: Parameters<typeof makeAssignment>[0]): Promise<Assignment> {
    return makeAssignment(parts, {
      ...this.#options,
      gateway: this.#options.gateway(),
      isRunning: (other) => this.#running.table.has(other) || this.has(other),
    });
  }

  async #inspect(request: OpenRequest): Promise<InspectedSource> {
    return (await inspectInline(request)) ?? this.#options.inspect(request);
  }

  #refuseIfStopping(): void {
    if (this.#isStopping)
      throw new GalleyError(
        'shutting_down',
        'The supervisor is stopping. Try again in a moment: a new one will start.',
      );
  }
}

/** What a request brings, if anything: a text, inline or in a file, or a file to copy because it may be removed. */
const contentOf = (
  request: OpenRequest,
  { file, copied }: Readonly<Record<'file' | 'copied', string | undefined>>,
): SpooledContent | undefined => {
  if (request.mode === 'review') return copied === undefined ? undefined : { copied };
  if (request.content !== undefined) return { text: request.content };
  return file === undefined ? undefined : { file };
};

const viewedKeys = ({
  repository,
  repositories,
}: InspectedSource): Pick<SpoolLabel, 'viewedKey' | 'viewedBelow'> => {
  const keyOf = (of: string): string => draftKey(['viewed', of]);
  const below = repositories?.map(({ folder, repository: of }) => ({ folder, key: keyOf(of) }));
  return {
    ...(repository === undefined ? {} : { viewedKey: keyOf(repository) }),
    ...(below === undefined ? {} : { viewedBelow: below }),
  };
};
