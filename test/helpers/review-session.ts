import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { inject } from 'vitest';
import { ControlClient } from '../../cli/client/control-client.ts';
import type { Context } from '../../cli/context.ts';
import { prepareRequest, type Opening } from '../../cli/opening/open-request.ts';
import { urlOf } from '../../shared/client.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { readEnv } from '../../shared/node/env.ts';
import { resolvePaths } from '../../shared/node/paths.ts';
import { namedScopeSchema } from '../../shared/session/scope.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { registrySchema, type Registry } from '../../shared/supervisor/registry.ts';
import { endStartedIn } from './processes.ts';
import { call, type HttpAnswer } from './http-call.ts';
import { entry, writeSettings } from './supervisor.ts';
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

export interface AwaitedReview {
  readonly session: ListedSession;
  /** Its decision as JSON, as the CLI prints it. */
  readonly ended: Promise<{ readonly output: string }>;
}

interface Place {
  /** GALLEY_HOME. */
  readonly home: string;
  /** Where files to review are written: the working folder unless a test says otherwise. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a command line names: `['review', '--patch', 'change.diff']`. */
const subjectOf = (args: readonly string[], cwd: string) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      patch: { type: 'string' },
      scope: { type: 'string' },
      key: { type: 'string' },
      title: { type: 'string' },
      'allow-private': { type: 'boolean' },
    },
  });
  const [mode, ...targets] = positionals;
  const { patch, scope, key, title, 'allow-private': allowPrivate } = values;
  const paths = targets.map((target) => (/^https?:/u.test(target) ? target : resolve(cwd, target)));
  const subject: Opening['subject'] =
    mode === 'plan'
      ? { mode, file: paths[0] ?? '' }
      : mode === 'document'
        ? { mode, targets: paths, allowPrivate }
        : {
            mode: 'review',
            range: targets[0],
            scope: namedScopeSchema.optional().parse(scope),
            patch: patch === undefined ? undefined : resolve(cwd, patch),
          };
  return { subject, key, title };
};

interface OpenOptions {
  readonly cwd: string;
  readonly context: Context;
  readonly isDetached: boolean;
}

/** Opens a review like the CLI, without the time that its process takes. */
export const openThrough = async (
  client: ControlClient,
  args: readonly string[],
  { cwd, context, isDetached }: OpenOptions,
): Promise<SessionView> => {
  const opening: Opening = {
    ...subjectOf(args, cwd),
    cwd,
    origin: undefined,
    browser: false,
    isJson: true,
    isGate: false,
    timeoutMs: undefined,
  };
  const { request } = await prepareRequest(opening, context, { isDetached });
  return client.openSession(request, randomUUID());
};

const reviewsIn = ({ home, folder, env: extraEnv = {} }: Place) => {
  const env = { ...process.env, GALLEY_HOME: home, ...extraEnv };
  const context = { env: readEnv(env), paths: resolvePaths(readEnv(env)) };
  const cli = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [entry('cli'), ...args], {
      env,
    });
    return stdout;
  };
  const registry = async (): Promise<Registry | undefined> => {
    const text = await readFile(context.paths.registry, 'utf8').catch(() => undefined);
    return text === undefined ? undefined : registrySchema.parse(JSON.parse(text));
  };
  // Read from the registry, which is as current as the CLI: polling the CLI would take more CPU time than what is
  // waited for.
  const sessions = async (): Promise<readonly ListedSession[]> =>
    (await registry())?.sessions ?? [];
  const connect = async (): Promise<ControlClient> => {
    let found = await registry();
    if (found === undefined) {
      await cli('supervisor', 'start');
      found = await registry();
    }
    if (found === undefined) throw new Error('there is no supervisor');
    return new ControlClient(found.supervisor);
  };
  const decisionOf = async (client: ControlClient, id: string): Promise<{ output: string }> => {
    for (;;) {
      const decision = await client.waitForDecision(id);
      if (decision !== undefined) return { output: JSON.stringify(decision) };
    }
  };
  return {
    home,
    folder,
    cli,
    /** A client of the control API, for what no command line has. */
    connect,
    /** Opens a review without waiting for it. */
    open: async (args: readonly string[], cwd = folder): Promise<ListedSession> =>
      openThrough(await connect(), args, { cwd, context, isDetached: true }),
    /** Opens a review and waits for its decision like the CLI. */
    openAwaited: async (args: readonly string[], cwd = folder): Promise<AwaitedReview> => {
      const client = await connect();
      const session = await openThrough(client, args, { cwd, context, isDetached: false });
      const ended = decisionOf(client, session.id);
      // Most tests leave their review open; its end is not awaited then.
      ended.catch(() => undefined);
      return { session, ended };
    },
    /** Runs `galley plan …` and the like as an agent would; resolves once the session is open. */
    review: async (
      args: readonly string[],
      cwd = folder,
      { input }: { readonly input?: string } = {},
    ): Promise<WaitingCli> => {
      const known = new Set((await sessions()).map(({ id }) => id));
      const child = spawn(process.execPath, [entry('cli'), ...args, '--no-browser', '--json'], {
        env,
        cwd,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      });
      child.stdin?.end(input);
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (part: string) => (output += part));
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
    close: async ({ id }: ListedSession): Promise<void> => {
      await (await connect()).call('closeSession', { params: { id } });
    },
    closeAll: async (): Promise<void> => {
      const open = await sessions();
      if (open.length === 0) return;
      const client = await connect();
      // One may just have ended by itself.
      await Promise.allSettled(
        open.map(({ id }) => client.call('closeSession', { params: { id } })),
      );
    },
  };
};

// Warm workers would take more CPU time than what most tests open.
const settings = { warmWorkers: 0 };

const remove = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** A home in which reviews are opened, with a supervisor started on demand. */
export const startReviews = async (env: Readonly<Record<string, string>> = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'galley-home-'));
  await writeSettings(home, settings);
  return {
    ...reviewsIn({ home, folder: home, env }),
    stop: async (): Promise<void> => {
      endStartedIn(home);
      await remove(home);
    },
  };
};

export type Reviews = Awaited<ReturnType<typeof startReviews>>;

let sharedHome: Promise<string> | undefined;

/**
 * The home that the test files of a Vitest worker share, with a folder for the files of this one; ended after the tests
 * by `shared-homes.ts`. `stop` closes what is open and restores the settings.
 */
export const shareReviews = async (): Promise<Reviews> => {
  sharedHome ??= mkdtemp(join(inject('sharedHomes'), 'home-'));
  const home = await sharedHome;
  await writeSettings(home, settings);
  const folder = await mkdtemp(join(home, 'files-'));
  const reviews = reviewsIn({ home, folder });
  return {
    ...reviews,
    stop: async () => {
      await reviews.closeAll();
      await writeSettings(home, settings);
      await remove(folder);
    },
  };
};

/** Adds a finding to a session like a tool. */
export const addFinding = (url: string, finding: object): Promise<HttpAnswer> =>
  call(urlOf(url, sessionTargets.addAnnotations), { method: 'POST', body: finding });

/** Removes the findings and the draft of a review whose page is closed, for the next test that opens it. */
export const clearReview = async (url: string): Promise<void> => {
  const api = createApiClient(sessionApi, { url });
  await api.call('removeAnnotations', { query: {} });
  await until('the draft is gone', async () => {
    const { body } = await api.call('getDraft');
    if (body.draft === null) return true;
    // The page may just have saved its last words.
    await api.call('deleteDraft', { query: { generation: String(body.generation + 1) } });
    return false;
  });
};

/**
 * A review for all tests of a file that leave it open: opened by the first of them, and without the findings and
 * comments of the earlier ones. Their pages are closed by then, or left by `openPage`.
 */
export const sharedReview = <Shared extends ListedSession | AwaitedReview>(
  open: () => Promise<Shared>,
) => {
  let opened: Promise<Shared> | undefined;
  return async (): Promise<Shared> => {
    opened ??= open();
    const shared = await opened;
    await clearReview('session' in shared ? shared.session.url : shared.url);
    return shared;
  };
};
