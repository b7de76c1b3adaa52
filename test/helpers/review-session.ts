import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { registrySchema } from '../../shared/supervisor/registry.ts';
import { call, entry, type Answer } from './supervisor.ts';
import { until } from './until.ts';

interface ListedSession {
  readonly id: string;
  readonly url: string;
  readonly pid: number;
}

export interface WaitingCli {
  readonly session: ListedSession;
  /** How the waiting command ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** A home in which the built CLI opens reviews, with a supervisor started on demand. */
export const startReviews = async (extraEnv: Readonly<Record<string, string>> = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'galley-home-'));
  const env = { ...process.env, GALLEY_HOME: home, ...extraEnv };
  const cli = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [entry('cli'), ...args], {
      env,
    });
    return stdout;
  };
  // Read from the registry, which is as current as the CLI: polling the CLI would take more CPU time than what is
  // waited for.
  const sessions = async (): Promise<readonly ListedSession[]> => {
    const text = await readFile(join(home, 'run', 'registry.json'), 'utf8').catch(() => undefined);
    return text === undefined ? [] : registrySchema.parse(JSON.parse(text)).sessions;
  };
  return {
    home,
    cli,
    /** Opens a review without waiting for it. */
    open: async (args: readonly string[], cwd = home): Promise<ListedSession> => {
      const command = [entry('cli'), 'sessions', 'open', ...args, '--no-browser', '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd });
      return JSON.parse(stdout) as ListedSession;
    },
    /** Runs `galley plan …` and the like as an agent would; resolves once the session is open. */
    review: async (args: readonly string[], cwd = home): Promise<WaitingCli> => {
      const known = new Set((await sessions()).map(({ id }) => id));
      const child = spawn(process.execPath, [entry('cli'), ...args, '--no-browser', '--json'], {
        env,
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
      const ended = once(child, 'close').then(([code]) => ({
        code: code as number | null,
        output,
      }));
      let session: ListedSession | undefined;
      await until('the session is open', async () => {
        session = (await sessions()).find(({ id }) => !known.has(id));
        return session !== undefined;
      });
      if (session === undefined) throw new Error('there is no session');
      return { session, ended };
    },
    stop: async (): Promise<void> => {
      await cli('supervisor', 'stop', '--force');
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};

export type Reviews = Awaited<ReturnType<typeof startReviews>>;

/** Adds a finding to a session like a tool. */
export const addFinding = (url: string, finding: object): Promise<Answer> =>
  call(urlOf(url, sessionTargets.addAnnotations), { method: 'POST', body: finding });
