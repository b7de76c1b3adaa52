import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { GalleyError } from '../shared/errors.ts';
import type { Network, NetworkMode } from '../shared/network.ts';
import { dashboardToken } from '../shared/node/dashboard-address.ts';
import { listEnded } from '../shared/node/ended-reviews.ts';
import { closeServer, listen } from '../shared/node/http/listen.ts';
import { isAlive } from '../shared/node/process-identity.ts';
import { release } from '../shared/node/release.ts';
import type { EndedSession } from '../shared/session/session.ts';
import type { Registry, SupervisorRecord } from '../shared/supervisor/registry.ts';
import { createControlApp, createDashboardApp } from './api/control-app.ts';
import { controlApi, type StopRequest } from './api/control-handlers.ts';
import { makeStatus } from './api/status.ts';
import type { EndedOptions, EndedServer } from './ended/ended-app.ts';
import type { Gateway } from './gateway/gateway.ts';
import { removeExpired } from './housekeeping.ts';
import type { PageSnapshot } from './page-snapshot.ts';
import { makeParts, type SupervisorOptions, type SupervisorParts } from './parts.ts';
import { removePartialWrites } from './registry/registry-file.ts';
import { findInUse } from './sessions/in-use.ts';
import { sweepUploads } from './sessions/uploads.ts';
import { recoverSessions } from './sessions/recover.ts';
import type { Sessions } from './sessions/sessions.ts';

const previousMode = (predecessor: Registry | undefined): NetworkMode | undefined => {
  if (predecessor === undefined) return undefined;
  const { bootId, gateway } = predecessor.supervisor;
  if (!predecessor.sessions.some((session) => isAlive({ ...session, bootId }))) return undefined;
  return gateway === undefined ? 'local' : 'remote';
};

/** Every waiting process holds a connection. */
const maxConnections = 16_384;

/** The user's supervisor: leads, serves the control API, and shuts down in order. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #parts: SupervisorParts;
  #record: SupervisorRecord | undefined;
  #server: Server | undefined;
  #gateway: Gateway | undefined;
  #endedServer: EndedServer | undefined;
  /** Resolves when ended reviews from before the start are listed. */
  #restored: Promise<void> | undefined;
  #network: Network = { mode: 'local', because: 'it does not lead yet', reason: 'starting' };

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#parts = makeParts(options, {
      registry: () => this.#currentRegistry(),
      gateway: () => this.#record?.gateway,
    });
  }

  get sessions(): Sessions {
    return this.#parts.sessions;
  }

  get page(): PageSnapshot {
    return this.#parts.page;
  }

  get dashboard(): PageSnapshot {
    return this.#parts.dashboard;
  }

  /**
   * Listens, takes over the sessions of a supervisor that is gone, and writes the registry. Called under the lock.
   * @returns the record
   */
  async lead(predecessor: Registry | undefined): Promise<SupervisorRecord> {
    const { identity, nonce, ended, registry } = this.#parts;
    const { paths, logger } = this.#options;
    const token = randomBytes(24).toString('hex');
    const url = `http://127.0.0.1:${await this.#listen(token)}`;
    const startedAt = new Date().toISOString();
    const network = this.#options.chooseNetwork(previousMode(predecessor));
    this.#network = network;
    const gateway = await this.#openGateway(token);
    const record = { ...identity, nonce, token, url, release, startedAt, ...gateway };
    this.#record = record;
    // Before anybody can find this supervisor and ask for one of these sessions.
    const onKept = (session: EndedSession) => this.#restore([session]);
    await recoverSessions({ ...this.#parts, paths, predecessor, logger, onKept });
    await registry.save();
    await removePartialWrites(paths.registry);
    this.#restored = listEnded(ended.folder).then((known) => this.#restore(known));
    logger.info({ url, release, network, ...gateway }, 'supervisor leads');
    return record;
  }

  /** Whether the registry still names this supervisor. Rewrites the file if it is missing or damaged. */
  isLeading(): Promise<boolean> {
    return this.#parts.registry.keep();
  }

  /** Starts what the first request would otherwise wait for. */
  warm(): void {
    this.#parts.inspectors.warm();
  }

  /** Removes old files, but nothing that a running session uses. */
  async sweep(nowMs: number): Promise<void> {
    const { paths, settings, logger } = this.#options;
    const inUse = await findInUse({
      sessionsFolder: paths.sessionsFolder,
      isRunning: (id) => this.sessions.isRunning(id),
    });
    const pages = [this.page.path, this.dashboard.path];
    const { keepDays, keepHistoryDays, keepHistoryMiB } = settings;
    const history = { days: keepHistoryDays, maxBytes: keepHistoryMiB * 1024 * 1024 };
    const { decisions, ended } = this.#parts;
    // Otherwise reviews removed here would be listed afterwards.
    await this.#restored;
    await decisions.sweep(nowMs, inUse);
    await ended.sweep({ nowMs, keepDays, decisions, inUse });
    await sweepUploads({ paths, decisions, inUse });
    await removeExpired({ paths, keepDays, history, nowMs, inUse, pages });
    logger.debug('what is old was removed');
  }

  /** Lists reviews that ended under an earlier supervisor. */
  #restore(sessions: readonly EndedSession[]): void {
    if (sessions.length === 0) return;
    this.sessions.history.restore(sessions);
    this.#parts.events.renew();
  }

  /**
   * Shuts down. Closes every session and answers all waiting requests, or leaves sessions running for the next
   * supervisor, which finds them in the registry.
   */
  async stop({ reason, isLeaving }: StopRequest): Promise<void> {
    const { sessions, closePools, events, registry } = this.#parts;
    await (isLeaving ? sessions.leaveAll() : sessions.closeAll(reason));
    await Promise.all([this.#options.pool.close(), closePools()]);
    events.end();
    await Promise.all([
      this.#server && closeServer(this.#server),
      this.#gateway?.close(),
      this.#endedServer?.close(),
    ]);
    if (!isLeaving) await registry.remove();
    this.#options.logger.info({ reason, left: sessions.size }, 'supervisor stopped');
  }

  /** @returns the port */
  async #listen(token: string): Promise<number> {
    const { server, port } = await listen({
      handler: createControlApp({
        routes: this.#routes(),
        token,
        dashboardFolder: () => this.dashboard.path,
        endedAddress: (id) => this.#endedAddress(id),
        logger: this.#options.logger,
      }),
      host: '127.0.0.1',
      port: this.#options.settings.supervisorPort,
      maxConnections,
    });
    this.#server = server;
    return port;
  }

  /** The address of an ended review. The server is loaded on first use. */
  async #endedAddress(id: string): Promise<string> {
    const { EndedServer } = await import('./ended/ended-app.ts');
    this.#endedServer ??= new EndedServer(this.#endedOptions());
    return this.#endedServer.addressOf(id);
  }

  #endedOptions(): EndedOptions {
    const { ended, decisions, threads } = this.#parts;
    const { config, logger, paths } = this.#options;
    const { uploadsFolder } = paths;
    const pageFolder = () => this.page.path;
    return { reviews: ended, decisions, threads, config, uploadsFolder, pageFolder, logger };
  }

  /** Loaded on demand: local mode has no gateway. */
  async #openGateway(token: string): Promise<Pick<SupervisorRecord, 'gateway'>> {
    const { settings, env, logger } = this.#options;
    if (this.#network.mode === 'local') return {};
    const { ended } = this.#parts;
    const guard = { isRemote: true, hostNames: env.allowedHosts };
    const [{ Gateway, advertisedAddress }, { createEndedApp }] = await Promise.all([
      import('./gateway/gateway.ts'),
      import('./ended/ended-app.ts'),
    ]);
    this.#gateway = await Gateway.open({
      host: '0.0.0.0',
      port: settings.gatewayPort,
      hostNames: env.allowedHosts,
      logger,
      sessions: () => this.sessions.records(),
      ended: {
        has: async (id) => (await ended.find(id)) !== undefined,
        app: createEndedApp(this.#endedOptions(), guard),
      },
      dashboard: createDashboardApp({
        routes: this.#routes(),
        token: dashboardToken(token),
        folder: () => this.dashboard.path,
        guard,
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

  #routes() {
    const { sessions, decisions, events, memory, nonce, threads } = this.#parts;
    const { pool, config, onShutdown } = this.#options;
    return controlApi({
      sessions,
      decisions,
      events,
      status: async () =>
        makeStatus({
          config: await config(),
          record: this.#currentRegistry().supervisor,
          network: this.#network,
          sessions,
          threads,
          pool,
        }),
      memory,
      nonce,
      threads,
      spoolFolder: this.#options.paths.stateFolder,
      shutdown: onShutdown,
    });
  }

  #currentRegistry(): Registry {
    if (this.#record === undefined)
      throw new GalleyError('internal', 'The supervisor is not leading yet.');
    return { version: 1, supervisor: this.#record, sessions: this.sessions.records() };
  }
}
