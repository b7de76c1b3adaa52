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
import { replaceSupervisor } from './instance/replace.ts';
import { bundled } from './bundled.ts';
import type { StopRequest } from './stop-request.ts';
import { Supervisor } from './supervisor.ts';
import { WarmPool } from './workers/warm-pool.ts';
import { WorkerHost } from './workers/worker-host.ts';

const fenceMs = 1000;
const beatMs = 1000;
const settleMs = 2000;
const sweepMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;

const report = (message: StartMessage): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => process.disconnect());
};

const secureFolders = async (paths: Paths): Promise<void> => {
  // Before those inside: who may write to it could put others in their place.
  await secureFolder(paths.stateFolder);
  await Promise.all([
    secureFolder(paths.runtimeFolder),
    secureFolder(paths.sessionsFolder),
    secureFolder(paths.decisionsFolder),
    secureFolder(paths.logFolder),
    secureFolder(paths.draftsFolder),
    secureFolder(paths.viewedFolder),
    secureFolder(paths.roundsFolder),
    secureFolder(paths.hooksFolder),
    secureFolder(paths.pagesFolder),
    secureFolder(paths.configFolder),
  ]);
};

/** The settings of the file; when it is spoilt while the supervisor runs, the last good ones. */
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
  /** A worker that was forked before anything else, so that it loads at the same time. */
  readonly firstWorker: ChildProcess | undefined;
  /** Whether one that leads is to make room for this one. */
  readonly isReplacing: boolean;
  /** Whether its sessions go on when a signal stops it. It is kept up by something then: it never exits for idleness. */
  readonly isLeaving: boolean;
}

/** Becomes the supervisor, unless there is one, and resolves when it has stopped. Tells the process that spawned it. */
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
  const { promise: stopped, stop } = stopping(isLeaving);
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
    ...(isReplacing ? { replace: replaceSupervisor } : {}),
  });
  report({ type: 'ready', supervisor: election.supervisor });
  if (election.role === 'leader') {
    pool.fill();
    keepUp({ supervisor, log });
    if (!isLeaving) exitWhenIdle({ supervisor, config, stop });
    await supervisor.stop(await stopped);
  } else {
    await pool.close();
    // For whoever runs it in the foreground; one that was spawned has no stderr.
    process.stderr.write(
      `galley: another supervisor is running (process ${election.supervisor.pid}); this one ends.\n`,
    );
  }
  log.flush();
};

/** A promise of the request to stop: the first that is made. */
const stopping = (
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

interface KeepUpOptions {
  readonly supervisor: Supervisor;
  readonly log: Log;
}

/** What goes on beside the requests: the fence, and the removal of what is old. */
const keepUp = ({ supervisor, log }: KeepUpOptions): void => {
  setInterval(() => {
    void supervisor.isLeading().then((isLeading) => {
      if (isLeading) return;
      log.logger.warn('another supervisor leads: this one exits and touches nothing');
      log.flush();
      process.exit(0);
    });
  }, fenceMs).unref();
  setInterval(() => supervisor.sessions.beat(), beatMs).unref();
  // Once those who wait for a first review have it.
  setTimeout(() => {
    void supervisor.page.keep();
    void supervisor.dashboard.keep();
    supervisor.warm();
  }, settleMs).unref();
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

/** Stops a supervisor that has had no session for `idleExitMinutes`, unless that is 0. */
const exitWhenIdle = ({ supervisor, config: { idleExitMinutes }, stop }: IdleOptions): void => {
  if (idleExitMinutes === 0) return;
  // Not the time of day, which may be set.
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
