import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editorSchema } from '../../../shared/session/editor.ts';
import { modeSchema, type Mode } from '../../../shared/session/mode.ts';
import type { Route } from '../../../shared/session/route.ts';
import { sessionRoutes } from '../../../shared/session/session-routes.ts';
import { controlRoutes } from '../../../shared/supervisor/control-routes.ts';
import type { Upload } from '../../../shared/session/upload.ts';
import { call } from '../../helpers/http-call.ts';
import { png } from '../../helpers/images.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { coldHome, startSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import type { Aim } from './attempts.ts';
import { filled } from './fill.ts';
import { prey } from './servers.ts';

const patch = `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-one
+${prey}
`;

const contents: Readonly<Record<Mode, object>> = {
  // A file, which a refresh can read again.
  plan: { path: 'plan.md' },
  document: { content: `# Document\n\n${prey}\n` },
  review: { patch: 'change.patch' },
};

/** A log line about a request. */
export interface LoggedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** A server attacked from a browser. */
export interface Reviewed {
  readonly port: number;
  /** All routes to try, with bodies they would accept, at an origin chosen by the attacker. */
  readonly aims: (origin: string) => Aim[];
  /** State that an attack must not change. */
  readonly state: () => Promise<unknown>;
  /** All requests in its log, complete up to now. */
  readonly logged: () => Promise<LoggedRequest[]>;
}

/** The fields of a session's record that the tests need. */
interface ListedSession {
  readonly id: string;
  readonly isResponsive: boolean;
  readonly counts?: { readonly findings: number; readonly comments: number };
}

const allRoutes: readonly Route[] = sessionRoutes;

/** The mode in which to try a route: the first that has it. */
const modeOf = ({ modes }: Route): Mode => modes?.[0] ?? 'plan';

const bodies: Readonly<Record<string, object>> = {
  // Valid in every mode.
  addAnnotations: { source: 'planted', scope: 'general', text: 'planted' },
  updateAnnotation: { text: 'planted' },
  checkLinks: { references: [{ path: 'a.md' }] },
  // Times cannot be planted.
  importComments: {
    comments: [
      {
        id: '5f0c2d1e-0000-4000-8000-000000000000',
        author: 'planted',
        changedAt: '2026-11-25T12:00:00.000Z',
        kind: 'must',
        text: 'planted',
      },
    ],
  },
};

/** The query that a route requires. */
const queryOf = ({ query }: Route, id: string): string => {
  const known: Readonly<Record<string, string>> = {
    id,
    generation: '9',
    challenge: 'x',
    with: '1',
    as: 'source',
    path: 'a.md',
  };
  const names = Object.keys(query?.shape ?? {}).filter((name) => name in known);
  return names.length === 0 ? '' : `?${names.map((name) => `${name}=${known[name]}`).join('&')}`;
};

/** Values of parameters in paths. */
interface Parameters {
  /** Of a finding, or of a session. */
  readonly id: string;
  readonly upload?: string;
}

const pathOf = ({ path }: Route, { id, upload = id }: Parameters): string =>
  path
    .replace('{number}', '1')
    .replace('{upload}', upload)
    .replace('{key}/{rest}', 'key/a.png')
    .replaceAll(/\{\w+\}/gu, id);

const aimsAt =
  (routes: readonly Route[], parameters: Parameters, pages: readonly string[] = []) =>
  (origin: string): Aim[] => [
    ...routes.map((route) => ({
      method: route.method,
      url: `${origin}${pathOf(route, parameters)}${queryOf(route, parameters.id)}`,
      body: bodyOf(route),
      isPage: false,
    })),
    ...pages.map((path) => ({
      method: 'GET',
      url: `${origin}${path}`,
      body: undefined,
      isPage: true,
    })),
  ];

const bodyOf = ({ id, body }: Route): string | undefined => {
  if (body === undefined) return undefined;
  const unset = { path: undefined, file: undefined, url: undefined, patch: undefined };
  const editors = filled(editorSchema, 'planted').slice(0, 1);
  const fixed = { ...unset, cwd: '/', generation: 5, editors };
  // One item of each list is enough: beacons of a page share 64 KiB, and what exceeds them is not sent.
  return JSON.stringify(
    bodies[id] ?? filled(body, 'planted', fixed)[0] ?? {},
    (_, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value),
  );
};

const get = async (url: string): Promise<unknown> => {
  const { status, json } = await call(url);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  return json;
};

/** Reads a log after a marker request has shown up: lines are written in batches, with a delay. */
const logAt = (url: string, path: string) => {
  let marks = 0;
  const read = async (): Promise<LoggedRequest[]> =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as LoggedRequest);
  const isMark = ({ method, status }: LoggedRequest) => method === 'HEAD' && status === 404;
  return async (): Promise<LoggedRequest[]> => {
    marks += 1;
    await call(`${url}/nothing`, { method: 'HEAD' });
    await until('the last request is logged', async () => {
      const lines = await read();
      return lines.filter(isMark).length >= marks;
    });
    return read();
  };
};

/** A supervisor with a session of each mode, all with content to read and to change. */
export const startReviewed = async () => {
  const { open, api, state, home, supervisor, stop } = await startSupervisor(await coldHome());
  await writeFile(join(home, 'change.patch'), patch);
  await writeFile(join(home, 'plan.md'), `# Plan\n\n${prey}\n`);
  const listSessions = async () => {
    const { sessions } = (await api('/v1/sessions')).json as { sessions: ListedSession[] };
    // Responsiveness varies by itself on a busy machine.
    return sessions.map(({ isResponsive: _, ...session }) => session);
  };

  const openSession = async (mode: Mode): Promise<Reviewed> => {
    const opening = { mode, title: prey, detached: true, ...contents[mode] };
    const { id, url } = await open(opening);
    const finding = { source: prey, scope: 'general', text: prey };
    const annotations = `${url}/api/external-annotations`;
    const { json } = await call(annotations, { method: 'POST', body: finding });
    const draft = { generation: 1, feedback: prey, comments: [] };
    await call(`${url}/api/draft`, { method: 'PUT', body: draft });
    const uploads = `${url}${sessionPath('addUpload')}`;
    const { json: uploaded } = await call(uploads, { method: 'POST', raw: png(1, 1) });
    const upload = (uploaded as Upload).id;
    const page = (await call(url)).text;
    const [asset = ''] = /\/assets\/[\w.-]+\.js/u.exec(page) ?? [];
    return {
      port: Number(new URL(url).port),
      aims: aimsAt(
        allRoutes.filter((route) => modeOf(route) === mode),
        { id: (json as { ids: string[] }).ids[0] ?? '', upload },
        mode === 'plan' ? ['/', '/index.html', asset] : [],
      ),
      state: async () => ({
        findings: await get(annotations),
        draft: await get(`${url}/api/draft`),
        config: await get(`${url}/api/config`),
        session: await get(`${url}/api/session`),
        sessions: await listSessions(),
        hasUpload: (await call(`${uploads}/${upload}`)).status,
        hasDecision: (await api(`/v1/sessions/${id}/decision`)).status,
      }),
      logged: logAt(url, join(state, 'log', `${id}.log`)),
    };
  };

  const opened = modeSchema.options.map(async (mode) => [mode, await openSession(mode)] as const);
  const sessions = Object.fromEntries(await Promise.all(opened)) as Record<Mode, Reviewed>;
  // Workers report their counts with a delay.
  await until('each session tells of its finding and its words', async () =>
    (await listSessions()).every(({ counts }) => counts?.findings === 1 && counts.comments === 1),
  );
  const [first] = await listSessions();
  const control: Reviewed = {
    port: Number(new URL(supervisor.url).port),
    aims: aimsAt(controlRoutes, { id: first?.id ?? '' }),
    state: listSessions,
    logged: logAt(supervisor.url, join(state, 'log', 'supervisor.log')),
  };
  return { sessions, control, stop };
};
