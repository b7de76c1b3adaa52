import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardAddress, dashboardToken } from '../../shared/node/dashboard-address.ts';
import type { Route } from '../../shared/session/route.ts';
import { controlRoutes } from '../../shared/supervisor/control-routes.ts';
import { controlEventSchema } from '../../shared/supervisor/status.ts';
import type { ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import { call } from '../helpers/http-call.ts';
import { openStream } from '../helpers/event-stream.ts';
import { controlPath } from '../helpers/paths.ts';
import { remoteHome } from '../helpers/remote.ts';
import { startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';

const open: ReadonlySet<ControlRouteId> = new Set([
  'listSessions',
  'getSession',
  'closeSession',
  'streamEvents',
  'getStatus',
]);
const routes: readonly (Route & { readonly id: ControlRouteId })[] = controlRoutes;
const others = routes.filter(({ id }) => !open.has(id) && id !== 'hello');

let galley: TestSupervisor;
let sessionId: string;
beforeAll(async () => {
  galley = await startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } });
  sessionId = (await galley.open({ mode: 'plan', content: '# A plan', detached: true })).id;
});
afterAll(() => galley.stop());

const gatewayUrl = () => `http://127.0.0.1:${galley.supervisor.gateway?.port}`;
const ofDashboard = () => dashboardToken(galley.supervisor.token);

/** Both places at which the dashboard's page asks, and the control API by itself. */
const places = [
  ['the control API', () => galley.supervisor.url],
  ['the dashboard on loopback', () => `${galley.supervisor.url}/dashboard`],
  ['the dashboard at the gateway', () => `${gatewayUrl()}/dashboard`],
] as const;

const ask = (base: string, { method, path }: Pick<Route, 'method' | 'path'>, token?: string) =>
  call(base + path.replace('{id}', sessionId), {
    method,
    ...(method === 'POST' ? { body: { force: true } } : {}),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

const running = async () => {
  const { json } = await galley.api(controlPath('listSessions'));
  return (json as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
};

describe.each(places)("with the dashboard's token, %s", (_, base) => {
  it.each(others.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'does not answer %s',
    async (_, route) => {
      expect([401, 403, 404, 405]).toContain((await ask(base(), route, ofDashboard())).status);
      expect(await running()).toEqual([sessionId]);
    },
  );

  it('answers what the page needs', async () => {
    const status = await ask(
      base(),
      { method: 'GET', path: controlPath('getStatus') },
      ofDashboard(),
    );
    expect(status).toMatchObject({ status: 200, json: { sessions: 1, page: { theme: 'system' } } });
    const list = await ask(
      base(),
      { method: 'GET', path: controlPath('listSessions') },
      ofDashboard(),
    );
    expect(list.json).toMatchObject({ sessions: [{ id: sessionId }] });
    const one = await ask(
      base(),
      { method: 'GET', path: controlPath('getSession', { params: { id: sessionId } }) },
      ofDashboard(),
    );
    expect(one.json).toMatchObject({ id: sessionId });
    const unknown = {
      method: 'DELETE',
      path: controlPath('closeSession', { params: { id: '000000000000' } }),
    } as const;
    expect((await ask(base(), unknown, ofDashboard())).status).toBe(404);
  });

  it('tells neither secret', async () => {
    for (const path of [
      `${controlPath('getStatus')}?workers=memory`,
      controlPath('listSessions'),
    ]) {
      const { text } = await ask(base(), { method: 'GET', path }, ofDashboard());
      for (const secret of [galley.supervisor.token, galley.supervisor.nonce, ofDashboard()])
        expect(text).not.toContain(secret);
    }
  });

  it.each(routes.filter(({ id }) => open.has(id)).map((route) => [route.path, route] as const))(
    'does not answer %s without it',
    async (_, route) => {
      for (const token of [undefined, 'x', ofDashboard().slice(1), `${ofDashboard()}0`])
        expect((await ask(base(), route, token)).status).toBe(401);
      expect(await running()).toEqual([sessionId]);
    },
  );
});

it('the gateway does not take the token of the control API', async () => {
  const base = `${gatewayUrl()}/dashboard`;
  for (const route of routes)
    expect([401, 404, 405]).toContain((await ask(base, route, galley.supervisor.token)).status);
  expect(await running()).toEqual([sessionId]);
});

it("the dashboard's token is not that of the control API, and is told by its address alone", () => {
  const { token } = galley.supervisor;
  const address = dashboardAddress('http://127.0.0.1:1', { token });
  expect(address).toBe(`http://127.0.0.1:1/dashboard/#${ofDashboard()}`);
  expect(ofDashboard()).toMatch(/^[0-9a-f]{64}$/u);
  expect(ofDashboard()).not.toContain(token);
  expect(dashboardToken(`${token}x`)).not.toBe(ofDashboard());
});

describe.each([
  ['the control API', () => galley.supervisor.url],
  ['the gateway', gatewayUrl],
])('the page at %s', (_, base) => {
  it('needs no token, and may be opened from anywhere', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const page = await call(`${base()}/dashboard/`, { headers });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /script-src 'self';.*frame-ancestors 'none'/u,
    );
    const [script] = /\.\/assets\/[\w-]+\.js/u.exec(page.text) ?? [];
    const answer = await call(new URL(script ?? '', `${base()}/dashboard/`).href, {
      headers: { 'accept-encoding': 'br' },
    });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  });

  it('is refused to a frame and under a rebound name', async () => {
    const framed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    };
    for (const headers of [framed, { host: 'evil.example' }])
      expect((await call(`${base()}/dashboard/`, { headers })).status).toBe(403);
  });

  it('has nothing beside its own files', async () => {
    for (const path of ['x', 'assets/', '../worker.cjs', '..%2fworker.cjs'])
      expect((await call(`${base()}/dashboard/${path}`)).status).toBe(404);
  });
});

it('a stream misses no session, however near to its end it is opened', async () => {
  const requests = Array.from({ length: 24 }, (_, number) =>
    galley.open({ mode: 'plan', content: `# Plan ${number}`, detached: true }),
  );
  const opened = await Promise.all(requests);
  const ids = new Set(opened.map(({ id }) => id));
  for (const { pid } of opened) process.kill(pid, 'SIGKILL');
  const left = new Set(ids);
  while (left.size > 0) {
    const known = new Set(await running());
    const newlyGone = [...left].some((id) => !known.has(id));
    for (const id of left) if (!known.has(id)) left.delete(id);
    if (!newlyGone) continue;
    const stream = await openStream(`${gatewayUrl()}/dashboard${controlPath('streamEvents')}`, {
      authorization: `Bearer ${ofDashboard()}`,
    });
    const event = controlEventSchema.parse((await stream.next()).data);
    stream.close();
    const listed = event.type === 'snapshot' ? [...event.sessions, ...event.ended] : [];
    const told = new Set(listed.map(({ id }) => id));
    expect([...ids].filter((id) => !told.has(id))).toEqual([]);
  }
});

it('the stream tells of what ended before it was opened', async () => {
  const { id } = await galley.open({ mode: 'plan', content: '# Gone', detached: true });
  await galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  const stream = await openStream(`${gatewayUrl()}/dashboard${controlPath('streamEvents')}`, {
    authorization: `Bearer ${ofDashboard()}`,
  });
  expect((await stream.next()).data).toMatchObject({
    type: 'snapshot',
    sessions: [{ id: sessionId }],
    ended: expect.arrayContaining([expect.objectContaining({ id, outcome: 'closed' })]),
  });
  stream.close();
});
