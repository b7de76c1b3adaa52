import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../shared/config.ts';
import { readConfig } from '../shared/node/config-file.ts';
import { chooseNetwork } from '../shared/network.ts';
import type { Env } from '../shared/node/env.ts';
import { openLog, type Log } from '../shared/node/logger.ts';
import type { Paths } from '../shared/node/paths.ts';
import { secureFolder } from '../shared/node/secure-folder.ts';
import type { StartMessage } from '../shared/supervisor/start-messages.ts';
import { elect } from './instance/elect.ts';
import { bundled } from './bundled.ts';
import type { StopRequest } from './api/control-handlers.ts';
import { Supervisor } from './supervisor.ts';
import { WarmPool } from './workers/warm-pool.ts';
import { WorkerHost } from './workers/worker-host.ts';

const fenceMs = 1000;
const beatMs = 1000;
const settleMs = 2000;
/** So late that the copy neither delays the first review nor is made by a supervisor that exits soon. */
const keepPagesMs = 10_000;
const sweepMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;

const report = (message: StartMessage): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => process.disconnect());
};

const secureFolders = async (paths: Paths): Promise<void> => {
  // First, since whoever can write to it could replace the folders inside.
  await secureFolder(paths.stateFolder);
  await Promise.all([
    secureFolder(paths.runtimeFolder),
    secureFolder(paths.sessionsFolder),
    secureFolder(paths.decisionsFolder),
    secureFolder(paths.logFolder),
    secureFolder(paths.draftsFolder),
    secureFolder(paths.historyFolder),
    secureFolder(paths.viewedFolder),
    secureFolder(paths.uploadsFolder),
    secureFolder(paths.roundsFolder),
    secureFolder(paths.hooksFolder),
    secureFolder(paths.keptChangesFolder),
    secureFolder(paths.pagesFolder),
    secureFolder(paths.configFolder),
  ]);
};

/** Reads the settings on each call; while the file is invalid, returns the last valid ones. */
const liveConfig = (path: string, initial: Config, log: Log): (() => Promise<Config>) => {
  let last = initial;
  return async () => {
    try {
      last = await readConfig(path);
    } catch (error) {
      log.logger.warn(
        { reason: String(error) },
        'config.json is not valid; the last good settings stay',
      );
    }
    return last;
  };
};

interface StartOptions {
  readonly env: Env;
  readonly paths: Paths;
  /** A worker forked before anything else, so that it loads in parallel. */
  readonly firstWorker: ChildProcess | undefined;
  /** Whether to replace the supervisor that is running. */
  readonly isReplacing: boolean;
  /** Whether sessions keep running when a signal stops it. Something restarts it then, so it never exits when idle. */
  readonly isLeaving: boolean;
}

/** Becomes the supervisor unless one is running, reports to the parent process, and resolves once it has stopped. */
export const start = async ({ firstWorker, ...options }: StartOptions): Promise<void> => {
  const first = firstWorker === undefined ? undefined : new WorkerHost(firstWorker);
  try {
    await run({ ...options, first });
  } catch (error) {
    await first?.stop('The supervisor could not start.');
    throw error;
  }
};

const run = async ({
  env,
  paths,
  isReplacing,
  isLeaving,
  first,
}: Omit<StartOptions, 'firstWorker'> & { first: WorkerHost | undefined }): Promise<void> => {
  await secureFolders(paths);
  const config = await readConfig(paths.config);
  const log = openLog({
    file: join(paths.logFolder, 'supervisor.log'),
    level: config.logLevel,
    fields: { component: 'supervisor' },
  });
  const pool = new WarmPool({
    file: bundled.worker,
    pageFolder: () => supervisor.page.path,
    size: config.warmWorkers,
    startsAtOnce: availableParallelism() + 1,
    logger: log.logger,
  });
  if (first !== undefined) pool.adopt(first);
  const { promise: stopped, stop } = stopRequested(isLeaving);
  const { remote: asked, awaySign: sign } = env;
  const supervisor = new Supervisor({
    env,
    chooseNetwork: (before) => chooseNetwork({ asked, setting: config.remote, before, sign }),
    paths,
    pool,
    logger: log.logger,
    settings: config,
    config: liveConfig(paths.config, config, log),
    onShutdown: stop,
  });
  const election = await elect({
    registryPath: paths.registry,
    logger: log.logger,
    lead: (predecessor) => supervisor.lead(predecessor),
    isReplacing,
  });
  report({ type: 'ready', supervisor: election.supervisor });
  if (election.role === 'leader') {
    pool.fill();
    startTimers({ supervisor, log, isWarm: config.warmWorkers > 0 });
    if (!isLeaving) exitWhenIdle({ supervisor, config, stop });
    await supervisor.stop(await stopped);
  } else {
    await pool.close();
    // For a supervisor in the foreground; a spawned one has no stderr.
    process.stderr.write(
      `galley: another supervisor is running (process ${election.supervisor.pid}); this one ends.\n`,
    );
  }
  log.flush();
};

/** Resolves with the first request to stop, from a signal or through `stop`. */
const stopRequested = (
  isLeaving: boolean,
): { promise: Promise<StopRequest>; stop: (request: StopRequest) => void } => {
  let stop: (request: StopRequest) => void = () => undefined;
  const promise = new Promise<StopRequest>((resolve) => (stop = resolve));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () =>
      stop({ reason: `The supervisor was stopped (${signal}).`, isLeaving }),
    );
  return { promise, stop: (request) => stop(request) };
};

interface TimerOptions {
  readonly supervisor: Supervisor;
  readonly log: Log;
  /** Whether to start what requests need before the first one. */
  readonly isWarm: boolean;
}

/** Periodic work: checking that it still leads, heartbeats, and removing old files. */
const startTimers = ({ supervisor, log, isWarm }: TimerOptions): void => {
  setInterval(() => {
    void supervisor.isLeading().then((isLeading) => {
      if (isLeading) return;
      log.logger.warn('another supervisor leads: this one exits and touches nothing');
      log.flush();
      process.exit(0);
    });
  }, fenceMs).unref();
  setInterval(() => supervisor.sessions.beat(), beatMs).unref();
  // Not before the first review has opened.
  if (isWarm) setTimeout(() => supervisor.warm(), settleMs).unref();
  setTimeout(() => {
    void supervisor.page.save();
    void supervisor.dashboard.save();
  }, keepPagesMs).unref();
  const sweepOrLog = () =>
    void supervisor
      .sweep(Date.now())
      .catch((error: unknown) => log.logger.error({ err: error }, 'sweep failed'));
  setInterval(sweepOrLog, sweepMs).unref();
  sweepOrLog();
};

interface IdleOptions {
  readonly supervisor: Supervisor;
  readonly config: Config;
  readonly stop: (request: StopRequest) => void;
}

/** Stops the supervisor after `idleExitMinutes` without a session; 0 means never. */
const exitWhenIdle = ({ supervisor, config: { idleExitMinutes }, stop }: IdleOptions): void => {
  if (idleExitMinutes === 0) return;
  // Monotonic: the wall clock can jump.
  let idleSinceMs = performance.now();
  setInterval(
    () => {
      if (supervisor.sessions.size > 0) idleSinceMs = performance.now();
      if (performance.now() - idleSinceMs >= idleExitMinutes * minuteMs)
        stop({ reason: 'There was nothing to do.', isLeaving: false });
    },
    Math.min(minuteMs, Math.max(1000, idleExitMinutes * minuteMs)),
  ).unref();
};
