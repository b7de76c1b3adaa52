import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { GalleyError } from '../shared/errors.ts';
import type { Config } from '../shared/config.ts';
import type { Network, NetworkMode } from '../shared/network.ts';
import { EventHub } from '../shared/node/http/event-hub.ts';
import type { Env } from '../shared/node/env.ts';
import type { Logger } from '../shared/node/logger.ts';
import type { Paths } from '../shared/node/paths.ts';
import { identify } from '../shared/node/process-identity.ts';
import { viewOf } from '../shared/session/session-view.ts';
import type { Gateway } from '../shared/supervisor/gateway.ts';
import type { ProcessIdentity } from '../shared/supervisor/process-identity.ts';
import type { Registry } from '../shared/supervisor/registry.ts';
import type { ControlEvent } from '../shared/supervisor/status.ts';
import { bundled } from './bundled.ts';
import { EndedReviews } from './ended/ended-reviews.ts';
import { KeptPage } from './kept-page.ts';
import { RegistryFile } from './registry/registry-file.ts';
import { Decisions } from './sessions/decisions.ts';
import { Rounds } from './sessions/rounds.ts';
import { Sessions } from './sessions/sessions.ts';
import type { StopRequest } from './stop-request.ts';
import { TaskProcess } from './threads/task-process.ts';
import { createThreadPool } from './threads/thread-pool.ts';
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

/** What the parts ask the supervisor that they belong to. */
interface Whole {
  readonly registry: () => Registry;
  /** Undefined in local mode. */
  readonly gateway: () => Gateway | undefined;
}

const mebibyte = 1024 * 1024;
const taskTimeoutMs = 60_000;
const taskMemoryMiB = 1024;
/** A page waits for its first colours, and makes them by itself where they do not come. */
const colourTimeoutMs = 6000;
const colourMemoryMiB = 256;
const coloursWaiting = 2;
const maxControlStreams = 256;
/** Nearly all of the time they wait for the disk or for git. */
const inspectionsAtOnce = 32;

/** Makes what a supervisor consists of before it leads; nothing of it listens yet. */
export const makeParts = (options: SupervisorOptions, whole: Whole) => {
  const { paths, env, logger, pool, config, settings } = options;
  const identity = ownIdentity();
  const nonce = randomBytes(16).toString('hex');
  const { tasks, threads, colourers, inspectors } = makePools(logger);
  const folder = paths.pagesFolder;
  const page = new KeptPage({ built: bundled.reviewPage, folder, logger });
  const stores = makeStores(options, (ids) => sessions.forget(ids));
  const registry = new RegistryFile(paths.registry, whole.registry);
  const events = new EventHub<ControlEvent>({
    snapshot: () => [
      {
        type: 'snapshot',
        sessions: sessions.records().map(viewOf),
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
    colourers,
    inspect: (request, signal) =>
      inspectors.run({ task: 'inspect-source', request }, signal === undefined ? {} : { signal }),
    ...stores,
    allowedHosts: env.allowedHosts,
    runsRemoteCommands: env.runsRemoteCommands,
    extraCaFile: env.extraCaFile,
    page,
    gateway: whole.gateway,
    saveRegistry: () => registry.save(),
    emit: (event) => events.broadcast(event),
  });
  return {
    identity,
    nonce,
    tasks,
    threads,
    colourers,
    inspectors,
    page,
    dashboard: new KeptPage({ built: bundled.dashboardPage, folder, logger }),
    ...stores,
    registry,
    events,
    sessions,
    memory: new MemoryOfWorkers(() => sessions.records()),
  };
};

/** What is kept of sessions in files. @param onRemoved called with the ids of ended reviews that are not kept any more */
const makeStores = (
  { paths, settings, logger }: SupervisorOptions,
  onRemoved: (ids: readonly string[]) => void,
) => ({
  decisions: new Decisions(paths.decisionsFolder),
  ended: new EndedReviews({
    folder: paths.decisionsFolder,
    bytesAtMost: settings.keepEndedMiB * mebibyte,
    onRemoved,
    logger,
  }),
  rounds: new Rounds(paths.roundsFolder),
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
  return {
    tasks,
    threads: createThreadPool({ ...options, name: 'content', threads: availableParallelism() }),
    // Apart from the others, which go before it. Code may be written to keep a highlighter busy.
    colourers: createThreadPool({
      ...options,
      name: 'colours',
      threads: 1,
      maxQueue: coloursWaiting,
      taskTimeoutMs: colourTimeoutMs,
      memoryMiB: colourMemoryMiB,
    }),
    // Apart from the others, so that opening a session never waits for the content of another.
    inspectors: createThreadPool({
      ...options,
      name: 'inspection',
      threads: 1,
      tasksPerThread: inspectionsAtOnce,
      keptThreads: 1,
    }),
  };
};

export type SupervisorParts = ReturnType<typeof makeParts>;

const ownIdentity = (): ProcessIdentity => {
  const identity = identify(process.pid);
  if (identity === undefined)
    throw new GalleyError('internal', 'This system does not tell when a process was started.');
  return identity;
};
