import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '../../shared/node/api-client.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { controlApi } from '../../shared/supervisor/control-routes.ts';
import { startMessageSchema, type StartMessage } from '../../shared/supervisor/start-messages.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';
import { call, type CallOptions, type HttpAnswer } from './http-call.ts';
import { endStartedIn } from './processes.ts';
import { until } from './until.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A bundled entry of the build under test. */
export const entry = (name: 'cli' | 'supervisor' | 'worker' | 'tasks' | 'thread'): string =>
  join(root, 'dist', `${name}.cjs`);

/** A temporary GALLEY_HOME; `remove` deletes it. */
export const temporaryHome = async () => {
  const home = await mkdtemp(join(tmpdir(), 'galley-home-'));
  return {
    home,
    state: join(home, 'state'),
    registryPath: join(home, 'run', 'registry.json'),
    remove: () => {
      endStartedIn(home);
      return rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};

/** One with settings. */
export const homeWith = async (settings: object) => {
  const place = await temporaryHome();
  await writeSettings(place.home, settings);
  return place;
};

export const writeSettings = async (home: string, settings: object): Promise<void> => {
  const folder = join(home, 'config');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
};

/**
 * One whose supervisor keeps no workers ready: for tests that are not about them, where they would cost more CPU time
 * than the rest.
 */
export const coldHome = () => homeWith({ warmWorkers: 0 });

interface SpawnOptions {
  /** A different bundle than the one under test. */
  readonly file?: string;
  /** Limit of open files, to test what happens when they run out. */
  readonly maxOpenFiles?: number;
  /** A wrapper command: `nsenter …`. */
  readonly through?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the bundled supervisor; resolves with its first message and its process. */
export const spawnSupervisor = async (
  home: string,
  { file = entry('supervisor'), maxOpenFiles, through = [], env = {} }: SpawnOptions = {},
) => {
  const limit = maxOpenFiles === undefined ? '' : `ulimit -n ${maxOpenFiles} && `;
  const command = [...through, process.execPath, file];
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...command], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, ...env, GALLEY_HOME: home },
  });
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => [
      { type: 'failed', body: { error: 'it exited without a word', code: 'internal' } },
    ]),
  ])) as [unknown];
  const started: StartMessage = startMessageSchema.parse(message);
  return { child, started, exited };
};

/** The control API of the supervisor in a registry; sessions are opened for the folder unless they say otherwise. */
export const controlOf = async (registryPath: string, folder: string) => {
  const registry = async (): Promise<Registry> =>
    registrySchema.parse(JSON.parse(await readFile(registryPath, 'utf8')));
  const { supervisor } = await registry();
  const headers = { authorization: `Bearer ${supervisor.token}` };
  const client = createApiClient(controlApi, { url: supervisor.url, headers });
  const api = (path: string, options: CallOptions = {}): Promise<HttpAnswer> =>
    call(`${supervisor.url}${path}`, { ...options, headers: { ...headers, ...options.headers } });
  return {
    supervisor,
    registry,
    api,
    client,
    /** Opens a session and waits until its content is prepared. */
    open: async (request: object) => {
      const body = { cwd: folder, ...request } as OpenRequest;
      const opened = await client.call('openSession', { body });
      if (opened.status !== 201) throw new Error('The answer is a decision.');
      const { body: session } = opened;
      await until(
        'the content is prepared',
        async () => {
          const { body } = await client.call('getSession', { params: { id: session.id } });
          return body.preparation.state !== 'preparing';
        },
        60_000,
        80,
      );
      return session;
    },
  };
};

/** A supervisor with a temporary home, and its control API. */
export const startSupervisor = async (
  home?: Awaited<ReturnType<typeof temporaryHome>>,
  options?: SpawnOptions,
) => {
  const place = home ?? (await temporaryHome());
  const { child, started, exited } = await spawnSupervisor(place.home, options);
  if (started.type === 'failed') throw new Error(started.body.error);
  const control = await controlOf(place.registryPath, place.home);
  const { client } = control;
  return {
    ...place,
    ...control,
    child,
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        await client.call('shutdown', { body: { force: true } }).catch(() => child.kill('SIGKILL'));
        await exited;
      }
      await place.remove();
    },
  };
};

export type TestSupervisor = Awaited<ReturnType<typeof startSupervisor>>;
