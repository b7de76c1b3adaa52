import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../../shared/session/route.ts';
import type { Mode } from '../../../shared/session/mode.ts';
import { sessionRoutes } from '../../../shared/session/session-routes.ts';
import { controlRoutes } from '../../../shared/supervisor/control-routes.ts';
import {
  dashboardPath,
  dashboardRoutes,
  type ControlRouteId,
} from '../../../shared/supervisor/control-targets.ts';
import { dashboardToken } from '../../../shared/node/dashboard-address.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { Repository } from '../../helpers/repository.ts';
import { remoteHome } from '../../helpers/remote.ts';
import { openDescriptors } from '../../helpers/resources.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import {
  assertHold,
  cutMs,
  eventStream,
  largeBytes,
  readable,
  serverAt,
  type DeadReaders,
  type Server,
} from './dead-readers.ts';
import { isLongRun } from './size.ts';

const endings: (() => Promise<void>)[] = [];
/** Attacked themselves, like their sessions, all at the same time. */
let local: TestSupervisor;
let remote: TestSupervisor;
beforeAll(async () => {
  local = await startSupervisor(await coldHome());
  endings.push(local.stop);
  remote = await startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } });
  endings.push(remote.stop);
});
afterAll(async () => {
  await Promise.all(endings.map((end) => end()));
});

const supervisorOf = ({ supervisor: { url, pid, token } }: TestSupervisor): Server => ({
  ...serverAt(url, pid),
  headers: [`Authorization: Bearer ${token}`],
});
/** The gateway, with access to the dashboard. */
const gatewayOf = ({ supervisor: { gateway, pid, token } }: TestSupervisor): Server => ({
  ...serverAt(`http://127.0.0.1:${gateway?.port}`, pid),
  headers: [`Authorization: Bearer ${dashboardToken(token)}`],
});

const annotations = sessionPath('listAnnotations');
const answers = async (url: string): Promise<boolean> =>
  (await call(`${url}${sessionPath('getSession')}`)).status === 200;

/** Adds findings that are large in total, in a few batches. */
const addFindings = async (url: string, mode: Mode): Promise<void> => {
  const text = 'x'.repeat(20_000);
  const finding =
    mode === 'review' ? { source: 's', scope: 'general', text } : { source: 's', text };
  const body = { annotations: Array.from({ length: largeBytes / 20_000 / 2 }, () => finding) };
  for (let batch = 0; batch < 2; batch += 1)
    expect((await call(`${url}${annotations}`, { method: 'POST', body })).status).toBe(201);
};

/** Uploads a large image; resolves with its id. */
const uploadTo = async (url: string): Promise<string> => {
  const sent = { method: 'POST', raw: pngOf(largeBytes), headers: { 'content-type': 'image/png' } };
  const { status, json } = await call(`${url}${sessionPath('addUpload')}`, sent);
  expect(status).toBe(201);
  return (json as { id: string }).id;
};

const largePlan = (): string =>
  `# A plan\n\n${'Some words of it. '.repeat(100)}\n\n`.repeat(largeBytes / 1800);

const largePatch = (): string => {
  const line = `+${'x'.repeat(600)}\n`;
  const count = Math.ceil(largeBytes / line.length);
  const head = (name: string) =>
    `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n`;
  const small = Array.from(
    { length: largeBytes / 400 },
    (_, index) => `${head(`folder/of/some/name/${index}.txt`)}@@ -0,0 +1 @@\n+x\n`,
  );
  return `${head('0.txt')}@@ -0,0 +1,${count} @@\n${line.repeat(count)}${small.join('')}`;
};

/** Routes that need a repository. */
const ofRepository = new Set([
  'getDiffSide',
  'getDiffImage',
  'getDiffLines',
  'getDiffStructure',
  'getScopes',
  'getCommits',
  'getFiles',
  'getFile',
  'getReferences',
  'getDefinition',
  'getSymbols',
  'listProjectChanges',
]);

/** Routes without an answer: there is nothing before the first round, and only one document, which is no HTML. */
const absent = new Set(['getInterdiff', 'getDocuments', 'getFrame', 'getAsset', 'getLinkedFile']);

interface OpenSession {
  readonly url: string;
  readonly pid: number;
}

const openRepository = async (): Promise<OpenSession> => {
  const repository = new Repository();
  endings.push(() => Promise.resolve(repository.remove()));
  repository.write('large.txt', `${'x'.repeat(60)}\n`.repeat(largeBytes / 61));
  repository.write('large.png', pngOf(largeBytes));
  repository.commit('large');
  repository.write('large.txt', 'small\n');
  repository.write('large.png', pngOf(100));
  repository.commit('small');
  return local.open({
    mode: 'review',
    cwd: repository.path,
    range: 'HEAD~1..HEAD',
    detached: true,
  });
};

const readersOfRepository = async ({ url, pid }: OpenSession): Promise<DeadReaders> => {
  await until('it is ready', async () => (await filesOf(url)).length === 2);
  const files = await filesOf(url);
  const queryOf = (path: string, rest = '') =>
    `?id=${files.find((file) => file.path === path)?.id}&side=old${rest}`;
  const queries: Readonly<Record<string, string>> = {
    getDiffSide: queryOf('large.txt'),
    getDiffImage: queryOf('large.png'),
    getDiffLines: queryOf('large.txt', '&from=1&to=20000'),
    getFile: '?path=large.txt&side=old',
    getReferences: '?name=xxx&side=old',
    getDefinition: '?name=xxx&side=old&path=large.txt',
    getSymbols: '?q=xxx&side=old',
  };
  const routes = readable(sessionRoutes, 'review').filter(({ id }) => ofRepository.has(id));
  const paths = routes.map(({ id, path }) => `${path}${queries[id] ?? ''}`);
  for (const path of paths) expect((await call(`${url}${path}`)).status).toBe(200);
  return { server: serverAt(url, pid), paths, isServing: () => answers(url) };
};

/** The part of an image that is inspected, padded to a size. */
const pngOf = (bytes: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

interface LargeSession {
  readonly direct: DeadReaders;
  readonly behindGateway: Pick<DeadReaders, 'paths' | 'isServing'>;
  /** For afterwards: clients that do read are still told what happens. */
  readonly assertStreams: () => Promise<void>;
}

const openLarge = async (mode: 'plan' | 'review'): Promise<LargeSession> => {
  const patch = join(remote.home, 'large.patch');
  if (mode === 'review') await writeFile(patch, largePatch());
  const source = mode === 'plan' ? { content: largePlan() } : { patch };
  const { id, pid, port } = await remote.open({ mode, ...source, detached: true });
  const direct = `http://127.0.0.1:${port}`;
  const prefix = `/s/${id}`;
  const forwarded = `http://127.0.0.1:${gatewayOf(remote).port}${prefix}`;
  await addFindings(forwarded, mode);
  const routes = readable(sessionRoutes, mode).filter(
    ({ id: route }) => !ofRepository.has(route) && !absent.has(route),
  );
  const first = mode === 'plan' ? '' : await firstFileOf(direct);
  const upload = await uploadTo(forwarded);
  const queries: Readonly<Record<string, string>> = {
    getFilePatch: `?id=${first}`,
    compareVersions: '?with=1&as=source',
    // A hit in each line, far more than are returned; one for each character would only be counted.
    searchDiff: `?q=${'x'.repeat(60)}`,
  };
  const pathOf = ({ id: route, path }: Route) =>
    path.replace('{number}', '1').replace('{upload}', upload) + (queries[route] ?? '');
  // Once, properly, to load all code before measuring.
  for (const route of routes)
    if (route.replies[200] !== eventStream)
      expect((await call(`${forwarded}${pathOf(route)}`)).status).toBe(200);
  const urls = [direct, forwarded];
  const good = await Promise.all(urls.map((url) => openStream(`${url}${annotations}/stream`)));
  await until('they have their snapshots', () => good.every(({ events }) => events.length > 0));
  const paths = routes.map(pathOf);
  return {
    direct: { server: serverAt(direct, pid), paths, isServing: () => answers(direct) },
    behindGateway: {
      paths: paths.map((path) => prefix + path),
      isServing: () => answers(forwarded),
    },
    assertStreams: async () => {
      await call(`${forwarded}${annotations}`, { method: 'DELETE' });
      await until('the good readers are told', () =>
        good.every(({ events }) => events.some(({ data }) => data.type === 'clear')),
      );
      for (const stream of good) stream.close();
      for (const url of urls) {
        const back = await openStream(`${url}${annotations}/stream`);
        expect((await back.next()).data).toMatchObject({ type: 'snapshot', annotations: [] });
        back.close();
      }
    },
  };
};

const isQuiet = ({ id }: Route): boolean => id === 'streamEvents';
/** The paths of routes, apart from those of quiet streams. */
const pathsOf = (routes: readonly Route[], pathOf: (route: Route) => string) => ({
  paths: routes.filter((route) => !isQuiet(route)).map(pathOf),
  quietPaths: routes.filter(isQuiet).map(pathOf),
});

/** The dashboard and the sessions, all through the gateway. */
const readersOfGateway = async (behind: readonly LargeSession[]): Promise<DeadReaders> => {
  const { id } = await remote.open({ mode: 'plan', content: '# P', detached: true });
  const server = gatewayOf(remote);
  const small = `http://127.0.0.1:${server.port}/s/${id}`;
  const served = [() => answers(small), ...behind.map((one) => one.behindGateway.isServing)];
  const routes = readable(controlRoutes).filter((route) =>
    dashboardRoutes.has(route.id as ControlRouteId),
  );
  const ofDashboard = pathsOf(
    routes,
    ({ path }) => dashboardPath + path.slice(1).replace('{id}', id),
  );
  return {
    server,
    paths: [...ofDashboard.paths, ...behind.flatMap((one) => one.behindGateway.paths)],
    quietPaths: ofDashboard.quietPaths,
    // By turns.
    isServing: async () => {
      const next = served.shift() ?? (() => answers(small));
      served.push(next);
      return next();
    },
  };
};

const readersOfSupervisor = async (): Promise<DeadReaders> => {
  const decided = await local.open({ mode: 'plan', content: '# P', detached: true });
  await addFindings(decided.url, 'plan');
  await call(`${decided.url}${sessionPath('approve')}`, { method: 'POST', body: {} });
  const { id } = await local.open({ mode: 'plan', content: '# P', detached: true });
  const large = (
    await local.api(controlPath('getDecision', { params: { id: decided.id }, query: { wait: 60 } }))
  ).text.length;
  expect(large).toBeGreaterThan(largeBytes);
  return {
    server: supervisorOf(local),
    ...pathsOf(readable(controlRoutes), ({ id: route, path }) =>
      path
        .replace('{id}', route === 'getDecision' ? decided.id : id)
        .replace('hello', 'hello?challenge=x'),
    ),
    isServing: async () => (await local.api(controlPath('getStatus'))).status === 200,
  };
};

const filesOf = async (url: string): Promise<readonly { id: string; path: string }[]> => {
  const { json } = await call(`${url}${sessionPath('getDiff')}`);
  return (json as { files: { id: string; path: string }[] }).files;
};

const firstFileOf = async (url: string): Promise<string> => (await filesOf(url))[0]?.id ?? '';

const halfOpen = async (port: number, count: number): Promise<ChildProcess> => {
  const client = fork(fileURLToPath(new URL('half-open.cjs', import.meta.url)), [
    String(port),
    String(count),
  ]);
  await once(client, 'message');
  return client;
};

/** Limited by the file descriptors of a client process. */
const connectionsOfEach = 500;
const clients = isLongRun ? 20 : 3;

interface HalfOpened {
  readonly server: Server;
  readonly isServing: () => Promise<boolean>;
}

const holdsForHalfOpen = async ({ server, isServing }: HalfOpened): Promise<void> => {
  const descriptors = openDescriptors(server.pid);
  const halves: ChildProcess[] = [];
  for (let count = 0; count < clients; count += 1) {
    halves.push(await halfOpen(server.port, connectionsOfEach));
    for (let request = 0; request < 10; request += 1) expect(await isServing()).toBe(true);
  }
  await until('all are cut', () => halves.every(({ exitCode }) => exitCode !== null), cutMs);
  await until('nothing is left', () => openDescriptors(server.pid) <= descriptors);
};

describe('a server keeps serving', () => {
  let session: OpenSession;
  beforeAll(async () => {
    session = await openRepository();
  });

  test(
    'when clients never read the responses of a session, the supervisor or the gateway',
    async () => {
      const behind = [await openLarge('plan'), await openLarge('review')];
      // Together: most of the time is spent waiting until a client is cut off.
      await assertHold([
        ...behind.map(({ direct }) => direct),
        await readersOfRepository(session),
        await readersOfSupervisor(),
        await readersOfGateway(behind),
      ]);
      for (const { assertStreams } of behind) await assertStreams();
    },
    cutMs + 120_000,
  );

  test(
    `when clients send half a request and stay, ${clients * connectionsOfEach} of them`,
    async () => {
      const { id } = await remote.open({ mode: 'plan', content: '# P', detached: true });
      const gateway = gatewayOf(remote);
      await Promise.all(
        [
          { server: serverAt(session.url, session.pid), isServing: () => answers(session.url) },
          {
            server: supervisorOf(local),
            isServing: async () => (await local.api(controlPath('getStatus'))).status === 200,
          },
          { server: gateway, isServing: () => answers(`http://127.0.0.1:${gateway.port}/s/${id}`) },
        ].map(holdsForHalfOpen),
      );
    },
    cutMs + 120_000,
  );
});
