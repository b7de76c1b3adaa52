import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ControlClient } from '../../cli/client/control-client.ts';
import { findSupervisor } from '../../cli/client/find-supervisor.ts';
import { liveSessions, readRegistry } from '../../cli/client/read-registry.ts';
import { urlOf } from '../../shared/client.ts';
import { readEnv } from '../../shared/node/env.ts';
import { resolvePaths } from '../../shared/node/paths.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { ListedSession, SessionView } from '../../shared/session/session.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';
import { endStartedIn } from './processes.ts';
import { call, type HttpAnswer } from './http-call.ts';
import { openThrough } from './review-session.ts';
import { entry, writeSettings } from './supervisor.ts';
import { until } from './until.ts';

export interface GalleyResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  /** Written to stdin; nothing if absent. */
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** A running command: its output so far, and its result. */
export interface RunningGalley {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<GalleyResult>;
  /** The review's URL, once printed. */
  readonly url: () => Promise<string>;
}

// No display and no browser: a test opens pages deliberately.
const quiet = { BROWSER: '', DISPLAY: '', WAYLAND_DISPLAY: '', NO_COLOR: '1' };

/**
 * The built CLI with its own GALLEY_HOME and a working folder. `stop` ends its supervisor and removes everything.
 *
 * @param settings Of the home; see `coldHome` for those without warm workers.
 */
export const startGalley = async (settings?: object) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'galley-cli-')));
  const home = join(root, 'home');
  const registryPath = join(home, 'run', 'registry.json');
  if (settings !== undefined) await writeSettings(home, settings);
  const running = new Set<RunningGalley>();
  const start = (args: readonly string[], options: RunOptions = {}): RunningGalley => {
    const command = startCommand(args, {
      cwd: root,
      ...options,
      env: { ...quiet, GALLEY_HOME: home, ...options.env },
    });
    running.add(command);
    void command.ended.then(() => running.delete(command));
    return command;
  };
  const run = (args: readonly string[], options: RunOptions = {}): Promise<GalleyResult> =>
    start(args, options).ended;
  /** The JSON output of a command; throws with its output if it fails. */
  const json = async <Value>(args: readonly string[], options: RunOptions = {}): Promise<Value> => {
    const { code, stdout, stderr } = await run([...args, '--json'], options);
    if (code !== 0) throw new Error(`galley ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Value;
  };
  const registry = async (): Promise<Registry> =>
    registrySchema.parse(JSON.parse(await readFile(registryPath, 'utf8')));
  const env = readEnv({ ...process.env, GALLEY_HOME: home });
  const context = { env, paths: resolvePaths(env) };
  /** A client of the control API; starts a supervisor if none is running. */
  const connect = async (): Promise<ControlClient> => {
    const found = await findSupervisor(registryPath);
    if (found.kind !== 'running') await run(['supervisor', 'start']);
    return new ControlClient((await registry()).supervisor);
  };
  return {
    root,
    home,
    start,
    run,
    json,
    registry,
    write: async (name: string, text: string): Promise<string> => {
      await writeFile(join(root, name), text);
      return join(root, name);
    },
    context,
    connect,
    /** Opens a session without waiting for it, and without the time of a command: `open(['plan', 'plan.md'])`. */
    open: async (args: readonly string[], { cwd = root } = {}): Promise<SessionView> =>
      openThrough(await connect(), args, { cwd, context, isDetached: true }),
    /** The same by a command, for tests of it. */
    openByCommand: (args: readonly string[], options: RunOptions = {}): Promise<SessionView> =>
      json(['sessions', 'open', ...args, '--no-browser'], options),
    /** Closes one without the time of a command. */
    close: async (id: string): Promise<void> => {
      await (await connect()).call('closeSession', { params: { id } });
    },
    /** The output of `sessions list`. */
    listed: async (): Promise<ListedSession[]> =>
      (await json<{ sessions: ListedSession[] }>(['sessions', 'list'])).sessions,
    /** The same, without the time that its process takes. */
    sessions: (): ListedSession[] => {
      const found = readRegistry(registryPath);
      if (found.kind === 'found') return liveSessions(found.registry);
      if (found.kind === 'none') return [];
      throw new Error(found.reason);
    },
    /** Whether there is a supervisor, or one that was killed and is not gone yet. */
    isSupervised: async (): Promise<boolean> =>
      (await findSupervisor(registryPath)).kind !== 'none',
    stop: async (): Promise<void> => {
      // Commands left behind by a failed test would restart the supervisor.
      for (const command of running) command.kill('SIGKILL');
      endStartedIn(home);
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};

export type Galley = Awaited<ReturnType<typeof startGalley>>;

const startCommand = (
  args: readonly string[],
  { cwd, input, env }: RunOptions & { env: Readonly<Record<string, string>> },
): RunningGalley => {
  const child = spawn(process.execPath, [entry('cli'), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (stdout += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  child.stdin?.end(input);
  const address = () => / at (http:\/\/\S+)/u.exec(stderr)?.[1];
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout,
      stderr,
    })),
    url: async () => {
      await until('the command says where to review', () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${stderr}`);
        return address() !== undefined;
      });
      return address() ?? '';
    },
  };
};

/** Decides a session like its page: `decide(url, 'approve')`. */
export const decide = async (
  url: string,
  route: 'approve' | 'deny' | 'sendFeedback' | 'exit',
  body: object = {},
): Promise<HttpAnswer> => {
  const answer = await call(urlOf(url, sessionTargets[route]), { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`${route}: ${answer.status} ${answer.text}`);
  return answer;
};
