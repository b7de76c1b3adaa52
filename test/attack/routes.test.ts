import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modeSchema, type Mode } from '../../shared/session/mode.ts';
import type { Route } from '../../shared/session/route.ts';
import { sessionRoutes } from '../../shared/session/session-routes.ts';
import { controlRoutes } from '../../shared/supervisor/control-routes.ts';
import { dashboardRoutes } from '../../shared/supervisor/control-targets.ts';
import { json, request, type RequestParts, type Target } from './corpus/attack.ts';
import { strangersTo } from './corpus/cross-site.ts';
import { exchange, type Exchange } from './exchange.ts';
import {
  attackedDashboard,
  attackedGateway,
  attackedSession,
  attackedSupervisor,
  startRemote,
  type Victim,
} from './victim.ts';
import { entry, type TestSupervisor } from '../helpers/supervisor.ts';

const worker = entry('worker');

let remote: Promise<TestSupervisor> | undefined;
let local: Promise<Victim> | undefined;
afterAll(async () => {
  await (await remote)?.stop();
  await (await local)?.remove();
});

const isLeft = { remove: () => Promise.resolve() };
/** A session behind the gateway that all of them share: starting one for each would cost as much as the requests. */
const openGateway = async (mode?: Mode): Promise<Victim> => ({
  ...(await attackedGateway(mode, () => (remote ??= startRemote()))),
  ...isLeft,
});
/** The control API that all who ask it share. */
const openSupervisor = async (): Promise<Victim> => ({
  ...(await (local ??= attackedSupervisor())),
  ...isLeft,
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const reboundHosts = ['evil.example', '127.0.0.1.evil.example', '0x7f.1', '[', ''];

/** Headers that keep other sites from reading a response, in lower case. */
const closingHeaders = [
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options: nosniff',
  'cross-origin-resource-policy: same-origin',
  'cross-origin-opener-policy: same-origin',
  'referrer-policy: no-referrer',
];

/** A request that passes every guard, and that the handler refuses if it would change something. */
const toRoute = ({ method, path, body }: Route, parts: RequestParts = {}): RequestParts => ({
  method,
  target: path.replaceAll(/\{\w+\}/gu, '0123456789ab'),
  ...(body === undefined ? {} : { body: '[]' }),
  ...parts,
  lines: [...(body === undefined ? [] : [json]), ...(parts.lines ?? [])],
});

const answerTo = (target: Target, parts: RequestParts): Promise<Exchange> => {
  const bytes = request(target, { ...parts, target: target.prefix + (parts.target ?? '') });
  return exchange(target.port, bytes, { over: 'answered' });
};

const statusOf = async (target: Target, parts: RequestParts): Promise<number> =>
  (await answerTo(target, parts)).statuses[0] ?? 0;

interface Walk {
  readonly routes: readonly Route[];
  readonly open: () => Promise<Victim>;
}

const walk = ({ routes, open }: Walk): void => {
  let victim: Victim;
  let before: unknown;
  beforeAll(async () => {
    victim = await open();
    before = await victim.wholeState();
  });
  afterAll(() => victim.remove());

  describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_, route) => {
      it('requests from other pages', async () => {
        const { target } = victim;
        for (const [who, lines] of strangersTo(target.kind)) {
          const status = await statusOf(target, toRoute(route, { lines: lines(target.port) }));
          expect([who, status]).toEqual([who, 403]);
        }
      });

      it('requests with a rebound Host', async () => {
        for (const host of reboundHosts) {
          const status = await statusOf(victim.target, toRoute(route, { host }));
          expect([host, status]).toEqual([host, 403]);
        }
      });

      it('framed, cross-site and other-port requests of any method', async () => {
        const { target } = victim;
        // Every method from every site, and every use of what is asked for.
        const cases = ['cross-site', 'same-site'].flatMap((site) => [
          ...methods.map((method) => ({ method, site, dest: 'empty' })),
          ...['document', 'iframe', 'script'].map((dest) => ({ method: route.method, site, dest })),
        ]);
        for (const { method, site, dest } of cases) {
          const mode = dest === 'document' || dest === 'iframe' ? 'navigate' : 'no-cors';
          const lines = [
            `Sec-Fetch-Site: ${site}`,
            `Sec-Fetch-Mode: ${mode}`,
            `Sec-Fetch-Dest: ${dest}`,
          ];
          const status = await statusOf(target, { ...toRoute(route, { lines }), method });
          expect([method, site, dest, status]).toEqual([method, site, dest, 403]);
        }
      });

      it('bodies that a form can send', async () => {
        if (route.body === undefined) return;
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
        ]) {
          const parts = { ...toRoute(route), lines: [`Content-Type: ${type}`] };
          expect([type, await statusOf(victim.target, parts)]).toEqual([type, 415]);
        }
      });

      it('framing, sniffing and embedding in every response', { timeout: 30_000 }, async () => {
        const { target } = victim;
        for (const lines of [[], ['Sec-Fetch-Site: cross-site']]) {
          const { text } = await answerTo(target, toRoute(route, { lines }));
          for (const header of closingHeaders)
            expect(text.toLowerCase()).toContain(`${header}\r\n`);
        }
      });

      it('only that, and answers all other requests', { timeout: 30_000 }, async () => {
        const { target } = victim;
        const ours = [`Origin: http://127.0.0.1:${target.port}`, 'Sec-Fetch-Site: same-origin'];
        for (const lines of [[], ours]) {
          const { statuses, text } = await answerTo(target, toRoute(route, { lines }));
          // What is sent is no image.
          const sound = route.id === 'addUpload' ? [422] : [200, 304, 400, 404];
          expect(sound).toContain(statuses[0]);
          // Unknown paths are refused, too, which would prove nothing.
          expect(text).not.toContain('There is nothing at this path');
          expect(text).not.toContain('This review is not open');
        }
      });
    },
  );

  it('all of it without any change', async () => {
    expect(await victim.wholeState()).toEqual(before);
  });
};

const routesOf = (mode: Mode): readonly Route[] =>
  (sessionRoutes as readonly Route[]).filter(
    ({ modes }) => modes === undefined || modes.includes(mode),
  );

describe.each(modeSchema.options)('a %s session refuses', (mode) => {
  walk({ routes: routesOf(mode), open: () => attackedSession(worker, mode) });
});

describe.each(modeSchema.options)('the gateway, for a %s session behind it, refuses', (mode) => {
  walk({ routes: routesOf(mode), open: () => openGateway(mode) });
});

describe.each([
  ['the control API', openSupervisor],
  ['the gateway', () => openGateway()],
] as const)('the dashboard at %s refuses', (_, open) => {
  walk({
    routes: controlRoutes.filter(({ id }) => dashboardRoutes.has(id)),
    open: () => attackedDashboard(open),
  });
});

describe('the control API refuses', () => {
  const routes: readonly Route[] = controlRoutes;
  let victim: Victim;
  beforeAll(async () => {
    victim = await openSupervisor();
  });

  it.each(routes.filter(({ id }) => id !== 'hello').map((route) => [route.path, route] as const))(
    '%s without its token',
    async (_, route) => {
      for (const lines of [[], ['Authorization: Bearer x']]) {
        const parts = { ...toRoute(route, { lines }), isAnonymous: true };
        expect(await statusOf(victim.target, parts)).toBe(401);
      }
    },
  );
});

describe('with its token, the control API refuses', () => {
  walk({ routes: controlRoutes, open: openSupervisor });
});
