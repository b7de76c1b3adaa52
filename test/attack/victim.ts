import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Mode } from '../../shared/session/mode.ts';
import { dashboardToken } from '../../shared/node/dashboard-address.ts';
import { call } from '../helpers/http-call.ts';
import { isThere } from '../helpers/processes.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { remoteHome } from '../helpers/remote.ts';
import { openSession } from '../helpers/worker.ts';
import type { Target } from './corpus/attack.ts';

/** A running server to attack. */
export interface Victim {
  readonly target: Target;
  /** The dashboard of the same server, if it has one. */
  readonly dashboard?: Target;
  readonly pid: number;
  /** Number of child processes when idle. */
  readonly children: number;
  /** What must never be returned: contents of files that are not served, and secrets. */
  readonly secrets: readonly string[];
  /** State that an attack must not change; throws if the server does not answer a valid request. */
  readonly state: () => Promise<unknown>;
  /** The same including files on disk, which is slower. */
  readonly wholeState: () => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

const secret = 'this stands beside what is served';

/** Valid in every mode, so that only a guard can refuse it. */
const finding = JSON.stringify({ source: 'attack', scope: 'general', text: 'planted' });

const get = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const { status, json } = await call(url, { headers });
  if (status !== 200) throw new Error(`${url} answers ${status} after the attack`);
  return json;
};

/** A session in a real worker, with low limits. */
export const attackedSession = async (worker: string, mode: Mode): Promise<Victim> => {
  const session = await openSession(worker, mode, {
    isKept: true,
    limits: { bodyBytes: 1024 * 1024 },
    fork: { refusesDerivations: true },
  });
  const { port, url, files, assignment, child, remove } = session;
  await writeFile(join(dirname(files.page), 'secret.txt'), secret);
  const state = async () => ({
    isAlive: child.exitCode === null && child.signalCode === null,
    findings: await get(`${url}/api/external-annotations`),
    session: await get(`${url}/api/session`),
  });
  return {
    target: {
      kind: 'session',
      port,
      credentials: [],
      prefix: '',
      read: '/api/session',
      write: { path: '/api/external-annotations', body: finding },
      end: '/api/exit',
    },
    pid: child.pid ?? 0,
    children: 0,
    secrets: [secret, assignment.nonce, 'root:x:0', '<!doctype', '<html'],
    state,
    wholeState: async () => ({
      ...(await state()),
      config: await get(`${url}/api/config`),
      draft: await get(`${url}/api/draft`),
      // Derived files, such as highlighting, do not change the content.
      messages: session.messages.map(({ type }) => type).filter((type) => type !== 'derive'),
    }),
    remove,
  };
};

/** The dashboard's requests, below its page and with its token. */
const dashboardAt = (kind: 'control' | 'gateway', port: number, token: string): Target => ({
  kind,
  port,
  credentials: [`Authorization: Bearer ${dashboardToken(token)}`],
  prefix: '/dashboard',
  read: '/dashboard/v1/sessions',
  write: { path: '/dashboard/v1/sessions/0123456789ab', body: '' },
  end: '/dashboard/v1/shutdown',
});

/** A supervisor without sessions. */
export const attackedSupervisor = async (): Promise<Victim> => {
  const { child, supervisor, registry, stop } = await startSupervisor(await coldHome());
  const { url, token, nonce } = supervisor;
  const { port } = new URL(url);
  const headers = { authorization: `Bearer ${token}` };
  const state = async () => ({
    isAlive: child.pid !== undefined && isThere(child.pid),
    sessions: await get(`${url}/v1/sessions`, headers),
  });
  return {
    target: {
      kind: 'control',
      port: Number(port),
      credentials: [`Authorization: Bearer ${token}`],
      prefix: '',
      read: '/v1/sessions',
      write: {
        path: '/v1/sessions',
        body: JSON.stringify({ mode: 'plan', cwd: '/', content: '# planted', detached: true }),
      },
      end: '/v1/shutdown',
    },
    dashboard: dashboardAt('control', Number(port), token),
    pid: supervisor.pid,
    children: 0,
    secrets: [token, nonce, 'root:x:0', '<!doctype', '<html'],
    state,
    wholeState: async () => ({ ...(await state()), registry: await registry() }),
    remove: stop,
  };
};

const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

/** A supervisor in remote mode. */
export const startRemote = async (): Promise<TestSupervisor> =>
  startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } });

/** A session behind the gateway of a supervisor in remote mode. */
export const attackedGateway = async (
  mode: Mode = 'plan',
  supervisorOf: () => Promise<TestSupervisor> = startRemote,
): Promise<Victim> => {
  const galley = await supervisorOf();
  const { child, supervisor, registry, stop, api } = galley;
  const path = join(galley.home, 'a.patch');
  await writeFile(path, patch);
  const source = mode === 'review' ? { patch: path } : { content: '# A plan' };
  const { id } = await galley.open({ mode, ...source, detached: true });
  const { sessions } = await registry();
  const port = supervisor.gateway?.port ?? 0;
  const prefix = `/s/${id}`;
  const url = `http://127.0.0.1:${port}${prefix}`;
  const state = async () => ({
    isAlive: child.pid !== undefined && isThere(child.pid),
    sessions: (await api('/v1/sessions')).json,
    findings: await get(`${url}/api/external-annotations`),
    session: await get(`${url}/api/session`),
  });
  return {
    target: {
      kind: 'gateway',
      port,
      credentials: [],
      prefix,
      read: `${prefix}/api/session`,
      write: { path: `${prefix}/api/external-annotations`, body: finding },
      end: `${prefix}/api/exit`,
    },
    dashboard: dashboardAt('gateway', port, supervisor.token),
    pid: supervisor.pid,
    children: 1,
    secrets: [
      supervisor.token,
      supervisor.nonce,
      ...sessions.map(({ nonce }) => nonce),
      'root:x:0',
      '<!doctype',
      '<html',
    ],
    state,
    wholeState: async () => ({
      ...(await state()),
      registry: await registry(),
      config: await get(`${url}/api/config`),
      draft: await get(`${url}/api/draft`),
    }),
    remove: stop,
  };
};

/** The dashboard of an attacked server. */
export const attackedDashboard = async (open: () => Promise<Victim>): Promise<Victim> => {
  const { dashboard, ...victim } = await open();
  if (dashboard === undefined) throw new Error('it has no dashboard');
  return { ...victim, target: dashboard };
};
