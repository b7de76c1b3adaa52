import { randomBytes } from 'node:crypto';
import { availableParallelism, networkInterfaces } from 'node:os';
import type { Server } from 'node:http';
import { GalleyError } from '../shared/errors.ts';
import type { Config } from '../shared/config.ts';
import { closeServer } from '../shared/node/http/close-server.ts';
import { EventHub } from '../shared/node/http/event-hub.ts';
import { listen } from '../shared/node/http/listen.ts';
import type { Network, NetworkMode } from '../shared/network.ts';
import type { Env } from '../shared/node/env.ts';
import type { Logger } from '../shared/node/logger.ts';
import type { Paths } from '../shared/node/paths.ts';
import { identify, isAlive } from '../shared/node/process-identity.ts';
import { dashboardToken } from '../shared/node/dashboard-address.ts';
import { release } from '../shared/node/release.ts';
import type { ProcessIdentity, Registry, SupervisorRecord } from '../shared/supervisor/registry.ts';
import type { ControlEvent, Status } from '../shared/supervisor/status.ts';
import { bundled } from './bundled.ts';
import { createControlApp } from './api/control-app.ts';
import { controlHandlers } from './api/control-handlers.ts';
import { createDashboardApp } from './api/dashboard-app.ts';
import { advertisedAddress } from './gateway/advertised-address.ts';
import type { Gateway } from './gateway/gateway.ts';
import { KeptPage } from './kept-page.ts';
import { RegistryFile, removeHalfWritten } from './registry/registry-file.ts';
import { Decisions } from './sessions/decisions.ts';
import { recoverSessions } from './sessions/recover.ts';
import { viewOf } from '../shared/session/session-view.ts';
import { Sessions } from './sessions/sessions.ts';
import type { StopRequest } from './stop-request.ts';
import { createThreadPool, type ThreadPool } from './threads/thread-pool.ts';
import type { WarmPool } from './workers/warm-pool.ts';
import { MemoryOfWorkers } from './workers/worker-memory.ts';

export interface SupervisorOptions {
  readonly env: Env;
  /** The mode, given that of the supervisor before where its sessions go on. */
  readonly chooseNetwork: (before: NetworkMode | undefined) => Network;
  readonly paths: Paths;
  readonly logger: Logger;
  readonly pool: WarmPool;
  /** The settings at the start. */
  readonly settings: Config;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
  /** Called when the control API was told to stop. */
  readonly onShutdown: (request: StopRequest) => void;
}

const ownIdentity = (): ProcessIdentity => {
  const identity = identify(process.pid);
  if (identity === undefined)
    throw new GalleyError('internal', 'This system does not tell when a process was started.');
  return identity;
};

const modeBefore = (predecessor: Registry | undefined): NetworkMode | undefined => {
  if (predecessor === undefined) return undefined;
  const { bootId, gateway } = predecessor.supervisor;
  if (!predecessor.sessions.some((session) => isAlive({ ...session, bootId }))) return undefined;
  return gateway === undefined ? 'local' : 'remote';
};

const taskTimeoutMs = 60_000;
const taskMemoryMiB = 1024;
const maxControlStreams = 256;
/** Each waiting process holds a connection. */
const maxConnections = 16_384;

/** The one supervisor of a user: assembles its parts, serves the control API, and stops in order. */
export class Supervisor {
  readonly sessions: Sessions;
  readonly page: KeptPage;
  readonly dashboard: KeptPage;
  readonly #options: SupervisorOptions;
  readonly #threads: ThreadPool;
  readonly #decisions: Decisions;
  readonly #events: EventHub<ControlEvent>;
  readonly #registry: RegistryFile;
  readonly #memory = new MemoryOfWorkers(() => this.sessions.records());
  readonly #nonce = randomBytes(16).toString('hex');
  readonly #identity: ProcessIdentity;
  #record: SupervisorRecord | undefined;
  #server: Server | undefined;
  #gateway: Gateway | undefined;
  #network: Network = { mode: 'local', because: 'it does not lead yet' };

  constructor(options: SupervisorOptions) {
    const { paths, env, logger, pool, config } = options;
    this.#options = options;
    this.#identity = ownIdentity();
    this.#threads = createThreadPool({
      file: bundled.thread,
      threads: availableParallelism(),
      maxQueue: 1024,
      taskTimeoutMs,
      memoryMiB: taskMemoryMiB,
    });
    const folder = paths.pagesFolder;
    this.page = new KeptPage({ built: bundled.reviewPage, folder, logger });
    this.dashboard = new KeptPage({ built: bundled.dashboardPage, folder, logger });
    this.#decisions = new Decisions(paths.decisionsFolder);
    this.#registry = new RegistryFile(paths.registry, () => this.#currentRegistry());
    this.#events = new EventHub<ControlEvent>({
      snapshot: () => [
        {
          type: 'snapshot',
          sessions: this.sessions.records().map(viewOf),
          ended: [...this.sessions.history.lastEnded],
        },
      ],
      maxStreams: maxControlStreams,
      backlogBytes: 1024 * 1024,
    });
    this.sessions = new Sessions({
      paths,
      nonce: this.#nonce,
      bootId: this.#identity.bootId,
      pool,
      logger,
      config,
      graceMs: options.settings.graceSeconds * 1000,
      threads: this.#threads,
      decisions: this.#decisions,
      allowedHosts: env.allowedHosts,
      extraCaFile: env.extraCaFile,
      page: this.page,
      gateway: () => this.#record?.gateway,
      saveRegistry: () => this.#registry.save(),
      emit: (event) => this.#events.broadcast(event),
    });
  }

  /**
   * Listens, takes over what a supervisor that is gone left behind, and writes the record. Called under the lock.
   * @returns the record
   */
  async lead(predecessor: Registry | undefined): Promise<SupervisorRecord> {
    const token = randomBytes(24).toString('hex');
    const { server, port } = await listen({
      handler: createControlApp({
        handlers: this.#handlers(),
        token,
        dashboardFolder: () => this.dashboard.path,
        logger: this.#options.logger,
      }),
      host: '127.0.0.1',
      port: this.#options.settings.supervisorPort,
      maxConnections,
    });
    this.#server = server;
    const url = `http://127.0.0.1:${port}`;
    const startedAt = new Date().toISOString();
    const network = this.#options.chooseNetwork(modeBefore(predecessor));
    this.#network = network;
    const gateway = await this.#openGateway(token);
    const nonce = this.#nonce;
    const record = { ...this.#identity, nonce, token, url, release, startedAt, ...gateway };
    this.#record = record;
    const { paths, logger } = this.#options;
    // Before anybody can find this supervisor and ask for one of them.
    await recoverSessions({
      paths,
      predecessor,
      logger,
      sessions: this.sessions,
      decisions: this.#decisions,
    });
    await this.#registry.save();
    await removeHalfWritten(paths.registry);
    logger.info({ url, release, network, ...gateway }, 'supervisor leads');
    return record;
  }

  /** Whether the registry still names this supervisor. */
  isLeading(): Promise<boolean> {
    return this.#registry.isOurs();
  }

  /** Removes what has been kept long enough. */
  async sweep(nowMs: number): Promise<void> {
    await this.#decisions.sweep(nowMs);
  }

  /**
   * Lets go of everything. Closes every session and tells all who wait, or leaves them running for the next supervisor,
   * which finds them in the registry.
   */
  async stop({ reason, isLeaving }: StopRequest): Promise<void> {
    await (isLeaving ? this.sessions.leaveAll() : this.sessions.closeAll(reason));
    await Promise.all([this.#options.pool.close(), this.#threads.close()]);
    this.#events.end();
    await Promise.all([this.#server && closeServer(this.#server), this.#gateway?.close()]);
    if (!isLeaving) await this.#registry.remove();
    this.#options.logger.info({ reason, left: this.sessions.size }, 'supervisor stopped');
  }

  /** Loaded where it is wanted: local mode has no gateway. */
  async #openGateway(token: string): Promise<Pick<SupervisorRecord, 'gateway'>> {
    const { settings, env, logger } = this.#options;
    if (this.#network.mode === 'local') return {};
    const { Gateway } = await import('./gateway/gateway.ts');
    this.#gateway = await Gateway.open({
      host: '0.0.0.0',
      port: settings.gatewayPort,
      hostNames: env.allowedHosts,
      logger,
      sessions: () => this.sessions.records(),
      dashboard: createDashboardApp({
        handlers: this.#handlers(),
        token: dashboardToken(token),
        folder: () => this.dashboard.path,
        guard: { isRemote: true, hostNames: env.allowedHosts },
        logger,
      }),
    });
    const { port } = this.#gateway;
    const address = advertisedAddress({
      sshAddress: env.sshServer?.address,
      interfaces: networkInterfaces(),
    });
    return { gateway: { port, url: `http://${address}:${port}` } };
  }

  #handlers() {
    return controlHandlers({
      sessions: this.sessions,
      decisions: this.#decisions,
      events: this.#events,
      status: () => this.#status(),
      memory: this.#memory,
      nonce: this.#nonce,
      shutdown: this.#options.onShutdown,
    });
  }

  #currentRegistry(): Registry {
    if (this.#record === undefined)
      throw new GalleyError('internal', 'The supervisor does not lead yet.');
    return { version: 1, supervisor: this.#record, sessions: this.sessions.records() };
  }

  async #status(): Promise<Status> {
    const { theme, language, keys } = await this.#options.config();
    const { pid, url, startedAt, gateway } = this.#currentRegistry().supervisor;
    const { totals } = this.sessions;
    return {
      pid,
      url,
      startedAt,
      release,
      network: this.#network,
      ...(gateway === undefined ? {} : { gateway }),
      nodeVersion: process.version,
      sessions: this.sessions.size,
      unresponsive: this.sessions.records().filter(({ isResponsive }) => !isResponsive).length,
      waitingConnections: this.sessions.waitingCount,
      warmWorkers: this.#options.pool.warmCount,
      memoryBytes: process.memoryUsage.rss(),
      threads: this.#threads.stats(),
      totals: {
        opened: totals.opened,
        outcomes: Object.fromEntries(totals.outcomes),
        deaths: Object.fromEntries(totals.deaths),
      },
      minutes: this.sessions.history.minutes(Date.now()),
      page: { theme, language, keys },
    };
  }
}
