import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { GalleyError } from '../shared/errors.ts';
import type { Config } from '../shared/config.ts';
import type { Network, NetworkMode } from '../shared/network.ts';
import { EventHub } from '../shared/node/http/event-hub.ts';
import type { Env } from '../shared/node/env.ts';
import type { Logger } from '../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../shared/node/paths.ts';
import { identify } from '../shared/node/process-identity.ts';
import { viewOf } from '../shared/session/session-view.ts';
import type { Gateway, Registry } from '../shared/supervisor/registry.ts';
import type { ProcessIdentity } from '../shared/supervisor/process-identity.ts';
import type { ControlEvent } from '../shared/supervisor/status.ts';
import { bundled } from './bundled.ts';
import { EndedReviews } from './ended/ended-reviews.ts';
import { PageSnapshot } from './page-snapshot.ts';
import { RegistryFile } from './registry/registry-file.ts';
import { Decisions } from './sessions/decisions.ts';
import { structureParts } from './sessions/derive-content.ts';
import { Rounds } from './sessions/rounds.ts';
import { Sessions } from './sessions/sessions.ts';
import type { StopRequest } from './api/control-handlers.ts';
import { TaskProcess } from './threads/task-process.ts';
import { createThreadPool } from './threads/thread-pool.ts';
import type { WarmPool } from './workers/warm-pool.ts';
import { WorkerMemoryReader } from './workers/worker-memory.ts';

export interface SupervisorOptions {
  readonly env: Env;
  /** Picks the network mode, given the previous supervisor's if any of its sessions are still running. */
  readonly chooseNetwork: (before: NetworkMode | undefined) => Network;
  readonly paths: Paths;
  readonly logger: Logger;
  readonly pool: WarmPool;
  /** Settings at start. */
  readonly settings: Config;
  readonly config: () => Promise<Config>;
  /** Called when the control API receives a shutdown request. */
  readonly onShutdown: (request: StopRequest) => void;
}

interface Owner {
  readonly registry: () => Registry;
  /** Undefined in local mode. */
  readonly gateway: () => Gateway | undefined;
}

const mebibyte = 1024 * 1024;
const taskTimeoutMs = 60_000;
const taskMemoryMiB = 1024;
/** The page waits for its first colours and highlights by itself if they are late. */
const colourTimeoutMs = 6000;
const colourMemoryMiB = 256;
const coloursWaiting = 2;
const maxControlStreams = 256;
/** They mostly wait for the disk or for git. */
const inspectionsAtOnce = 32;

/** Creates everything that a supervisor needs before it leads. Nothing listens yet. */
export const makeParts = (options: SupervisorOptions, owner: Owner) => {
  const { paths, env, logger, pool, config, settings } = options;
  const identity = ownIdentity();
  const nonce = randomBytes(16).toString('hex');
  const { threads, colourers, parsers, inspectors, close: closePools } = makePools(logger);
  const folder = paths.pagesFolder;
  const page = new PageSnapshot({ built: bundled.reviewPage, folder, logger });
  const stores = makeStores(options, (ids) => sessions.forget(ids));
  const registry = new RegistryFile(paths.registry, owner.registry);
  const events = new EventHub<ControlEvent>({
    snapshot: () => [
      {
        type: 'snapshot',
        sessions: sessions.unannounced().map(viewOf),
        ended: [...sessions.history.lastEnded],
      },
    ],
    maxStreams: maxControlStreams,
    backlogBytes: 1024 * 1024,
  });
  const sessions: Sessions = new Sessions({
    paths,
    nonce,
    bootId: identity.bootId,
    pool,
    logger,
    config,
    graceMs: settings.graceSeconds * 1000,
    threads,
    inspectors,
    colourers,
    parsers,
    inspect: (request, signal) =>
      inspectors.run({ task: 'inspect-source', request }, signal === undefined ? {} : { signal }),
    ...stores,
    allowedHosts: env.allowedHosts,
    runsRemoteCommands: env.runsRemoteCommands,
    extraCaFile: env.extraCaFile,
    page,
    gateway: owner.gateway,
    saveRegistry: () => registry.save(),
    emit: (event) => events.broadcast(event),
  });
  return {
    identity,
    nonce,
    threads,
    inspectors,
    closePools,
    page,
    dashboard: new PageSnapshot({ built: bundled.dashboardPage, folder, logger }),
    ...stores,
    registry,
    events,
    sessions,
    memory: new WorkerMemoryReader(() => sessions.records()),
  };
};

/** The stores on disk. @param onRemoved called with the ids of ended reviews whose files were removed */
const makeStores = (
  { paths, settings, logger }: SupervisorOptions,
  onRemoved: (ids: readonly string[]) => void,
) => ({
  decisions: new Decisions(paths.decisionsFolder),
  ended: new EndedReviews({
    folder: paths.decisionsFolder,
    maxBytes: settings.keepEndedMiB * mebibyte,
    onRemoved,
    logger,
  }),
  rounds: new Rounds(paths.roundsFolder, (id) => sessionFiles(paths, id)),
});

const makePools = (logger: Logger) => {
  const tasks = new TaskProcess({ file: bundled.tasks, logger });
  const options = {
    process: tasks,
    file: bundled.thread,
    maxQueue: 1024,
    taskTimeoutMs,
    memoryMiB: taskMemoryMiB,
  };
  const pools = {
    threads: createThreadPool({ ...options, name: 'content', threads: availableParallelism() }),
    // A pool of its own: colours have lower priority, and hostile code can keep a highlighter busy.
    colourers: createThreadPool({
      ...options,
      name: 'colours',
      threads: 1,
      maxQueue: coloursWaiting,
      taskTimeoutMs: colourTimeoutMs,
      memoryMiB: colourMemoryMiB,
    }),
    // A pool of its own: a large change keeps it busy for many seconds, and grammars stay in its memory.
    parsers: createThreadPool({ ...options, name: 'structure', threads: structureParts }),
    // A pool of its own, so that opening a session never waits behind another session's content: it is inspected here,
    // and the beginning of a long document rendered.
    inspectors: createThreadPool({
      ...options,
      name: 'inspection',
      threads: 1,
      tasksPerThread: inspectionsAtOnce,
      keptThreads: 1,
    }),
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    await tasks.close();
  };
  return { ...pools, close };
};

export type SupervisorParts = ReturnType<typeof makeParts>;

const ownIdentity = (): ProcessIdentity => {
  const identity = identify(process.pid);
  if (identity === undefined)
    throw new GalleyError('internal', 'This system does not tell when a process was started.');
  return identity;
};
