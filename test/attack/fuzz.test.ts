import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { annotationInput } from '../../shared/annotations/annotation.ts';
import { documentAnnotationSchema } from '../../shared/annotations/document-annotation.ts';
import { defaultLimits } from '../../shared/annotations/limits.ts';
import { reviewAnnotationSchema } from '../../shared/annotations/review-annotation.ts';
import { modeSchema, type Mode } from '../../shared/session/mode.ts';
import type { Route } from '../../shared/session/route.ts';
import { sessionRoutes } from '../../shared/session/session-routes.ts';
import { controlRoutes } from '../../shared/supervisor/control-routes.ts';
import { dashboardRoutes, type ControlRouteId } from '../../shared/supervisor/control-targets.ts';
import { childrenOf, commandLineOf, withoutTasks } from '../helpers/processes.ts';
import { entry, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { openSession } from '../helpers/worker.ts';
import { request } from './corpus/attack.ts';
import { exchange, type Exchange } from './exchange.ts';
import { endsIt } from './fuzz/ending.ts';
import { knownId, requestsTo, type FuzzedRequest } from './fuzz/requests.ts';
import { openDescriptors, residentBytes } from '../helpers/resources.ts';
import {
  attackedGateway,
  attackedSession,
  attackedSupervisor,
  startRemote,
  type Victim,
} from './victim.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `npm run fuzz`. */
    fuzz?: { readonly requests: number; readonly seed: number };
  }
}

const worker = entry('worker');
const { requests, seed } = inject('fuzz') ?? { requests: 2000, seed: 1 };
process.stdout.write(`fuzzing with ${requests} requests, seed ${seed}\n`);

/** Requests before measuring, to load all code and allocate all buffers. */
const warmUp = 100;
/** Maximum memory growth of a process, regardless of the number of requests. */
const growthBytes = 64 * 1024 * 1024;
/** The requests are divided among three sessions, the gateway in front of three others, and the control API. */
const share = Math.round(requests / (modeSchema.options.length + 2));
const timeoutMs = 30_000 + requests * 20;

/** The last id that each server has issued, or each session behind one. */
const lastIds = new Map<string, string>();

const send = async ({ target }: Victim, fuzzed: FuzzedRequest): Promise<Exchange> => {
  const { method, lines, body } = fuzzed;
  const issuer = `${target.port}${/^\/s\/\w+/u.exec(fuzzed.target)?.[0] ?? ''}`;
  const path = fuzzed.target.replaceAll(knownId, lastIds.get(issuer) ?? knownId);
  const parts = { method, target: path, lines, ...(body === undefined ? {} : { body }) };
  const answer = await exchange(target.port, request(target, parts), { over: 'answered' });
  const id = /"ids?":\[?"([\w-]+)"/u.exec(answer.text)?.[1];
  if (id !== undefined && answer.statuses.includes(201)) lastIds.set(issuer, id);
  return answer;
};

const assertSound = ({ isTimedOut, statuses, text }: Exchange): void => {
  expect(isTimedOut).toBe(false);
  for (const status of statuses) expect(status).toBeLessThan(500);
  expect(statuses.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/\n\s+at \S+|^access-control-|^set-cookie:/imu);
};

interface FuzzRun {
  readonly victim: Victim;
  readonly arbitrary: fc.Arbitrary<FuzzedRequest>;
  readonly onAnswer?: (answer: Exchange) => Promise<void>;
  /** Does one-time initialization before measuring. */
  readonly prime?: () => Promise<void>;
}

/** Sends requests one by one; a failure reports the seed and the smallest failing request. */
const fuzz = async ({ victim, arbitrary, onAnswer }: FuzzRun, numRuns: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (fuzzed) => {
      const answer = await send(victim, fuzzed);
      assertSound(answer);
      await onAnswer?.(answer);
    }),
    { numRuns, seed, endOnFailure: false },
  );
};

/** No 5xx, no exit, no memory growth. */
const assertHolds = async (run: FuzzRun, numRuns: number): Promise<void> => {
  const { victim } = run;
  const { pid } = victim;
  await fuzz(run, warmUp);
  await run.prime?.();
  const memory = residentBytes(pid);
  const descriptors = openDescriptors(pid);
  await fuzz(run, numRuns);
  await victim.state();
  const processes = () => withoutTasks(childrenOf(pid));
  await until(
    () => `no process is left of ${processes().map(commandLineOf).join(' | ')}`,
    () => processes().length <= victim.children,
  );
  await until('no descriptor is left', () => openDescriptors(pid) <= descriptors);
  const grownBytes = () => residentBytes(pid) - memory;
  await until(
    () => `no memory is left of ${grownBytes()} bytes`,
    () => grownBytes() < growthBytes,
  );
  process.stdout.write(`grown by ${Math.round(grownBytes() / 2 ** 20)} MiB\n`);
};

const ids = fc.oneof(
  fc.constantFrom('0123456789ab', '__proto__', '%00', '..%2f..%2fx', '%ff', '*'),
  fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{12}$/u),
  fc.webSegment().filter((segment) => segment !== ''),
);

const findingOf = (mode: Mode) => {
  const finding = annotationInput(mode, defaultLimits);
  const stored = mode === 'review' ? reviewAnnotationSchema : documentAnnotationSchema;
  return {
    addAnnotations: z.union([finding, z.object({ annotations: z.array(finding).min(1) })]),
    updateAnnotation: stored.partial(),
  };
};

/** The routes of a mode, with the finding schemas narrowed to that mode. */
const routesOf = (mode: Mode): readonly Route[] => {
  const routes: readonly Route[] = sessionRoutes;
  const narrowed: Readonly<Record<string, z.ZodType>> = findingOf(mode);
  return routes
    .filter(({ modes }) => modes === undefined || modes.includes(mode))
    .map((route) => ({ ...route, body: narrowed[route.id] ?? route.body }) as Route);
};

const isOfDashboard = ({ id }: { readonly id: ControlRouteId }): boolean => dashboardRoutes.has(id);

describe.each(modeSchema.options)('a %s session', (mode) => {
  let victim: Victim;
  beforeAll(async () => {
    victim = await attackedSession(worker, mode);
  });
  afterAll(() => victim.remove());

  it(
    `neither fails, exits nor leaks, whatever its routes are sent`,
    { timeout: timeoutMs },
    async () => {
      const arbitrary = requestsTo({ routes: routesOf(mode), ids }).filter((one) => !endsIt(one));
      await assertHolds({ victim, arbitrary }, share);
    },
  );

  it.each(
    routesOf(mode)
      .filter(({ id }) => ['approve', 'deny', 'sendFeedback', 'exit'].includes(id))
      .map((route) => [route.path, route] as const),
  )('ends cleanly by %s, whatever came before', async (_, route) => {
    const session = await openSession(worker, mode);
    const { port } = session;
    const target = {
      kind: 'session',
      port,
      credentials: [],
      prefix: '',
      read: '',
      write: { path: '', body: '' },
      end: '',
    } as const;
    const arbitrary = requestsTo({ routes: [route], ids });
    const samples = fc.sample(arbitrary, { numRuns: 100, seed });
    for (const { method, target: path, lines, body } of samples) {
      const parts = { method, target: path, lines, ...(body === undefined ? {} : { body }) };
      const answer = await exchange(port, request(target, parts), { over: 'answered' });
      for (const status of answer.statuses) expect(status).toBeLessThan(500);
      if (!answer.statuses.includes(200)) continue;
      // With a very short hold, it may have been released and the session be over.
      if (answer.text.includes('"releaseAt"'))
        await session.call('/api/decision/release', { method: 'POST' }).catch(() => undefined);
      break;
    }
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect((await session.decision()).mode).toBe(mode);
  });
});

describe('the gateway in front of a session of each mode', () => {
  let victims: readonly (readonly [Mode, Victim])[];
  let remote: Promise<TestSupervisor> | undefined;
  beforeAll(async () => {
    const open = (mode: Mode) => attackedGateway(mode, () => (remote ??= startRemote()));
    const opened = modeSchema.options.map(async (mode) => [mode, await open(mode)] as const);
    victims = await Promise.all(opened);
  });
  afterAll(async () => (await remote)?.stop());

  it(
    'neither fails, exits nor leaks, whatever it and the dashboard are sent',
    { timeout: timeoutMs },
    async () => {
      const [[, victim]] = victims as [readonly [Mode, Victim]];
      const { target, dashboard } = victim;
      const below = (prefix: string, routes: readonly Route[]) =>
        requestsTo({ routes, ids }).map((one) => ({ ...one, target: prefix + one.target }));
      const arbitrary = fc.oneof(
        ...victims.map(([mode, session]) => below(session.target.prefix, routesOf(mode))),
        below('/dashboard', controlRoutes.filter(isOfDashboard)),
      );
      // Sessions need no credentials, and the gateway adds none.
      const credentials = dashboard?.credentials ?? [];
      await assertHolds(
        {
          victim: {
            ...victim,
            target: { ...target, credentials },
            children: victims.length,
            state: () => Promise.all(victims.map(([, { state }]) => state())),
          },
          arbitrary: arbitrary.filter((one) => !endsIt(one)),
        },
        share,
      );
    },
  );
});

describe('the control API', () => {
  let victim: Victim;
  beforeAll(async () => {
    victim = await attackedSupervisor();
  });
  afterAll(() => victim.remove());

  /** Closes a session that was opened; ignores other responses. */
  const closeOpened = async ({ statuses, text }: Exchange): Promise<void> => {
    if (!statuses.includes(201)) return;
    const id = /"id":"([^"]+)"/u.exec(text)?.[1] ?? randomUUID();
    const bytes = request(victim.target, { method: 'DELETE', target: `/v1/sessions/${id}` });
    assertSound(await exchange(victim.target.port, bytes));
  };

  /** Starts all threads of the pool, with the code to prepare a document. */
  const startThreads = async (): Promise<void> => {
    const { target } = victim;
    const body = JSON.stringify({ mode: 'plan', cwd: '/tmp', content: '# a' });
    const lines = ['Content-Type: application/json'];
    const opening = { method: 'POST', target: '/v1/sessions', lines, body };
    const opened = await Promise.all(
      // There is a thread for each core.
      Array.from({ length: 2 * availableParallelism() }, () =>
        exchange(target.port, request(target, opening)),
      ),
    );
    for (const answer of opened) await closeOpened(answer);
  };

  it(
    'neither fails, exits nor leaks, whatever its routes are sent',
    { timeout: timeoutMs },
    async () => {
      const arbitrary = requestsTo({
        routes: controlRoutes,
        ids,
        byName: {
          cwd: fc.oneof(
            { weight: 4, arbitrary: fc.constant('/tmp') },
            { weight: 1, arbitrary: fc.constantFrom('/nothing', 'x', '', '\0', '/etc/passwd') },
          ),
          path: fc.constantFrom('no.md', '/etc/hostname', '/dev/null', '/proc/self/mem', '\0'),
          patch: fc.constantFrom('no.diff', '/etc/hostname', '/dev/null', '\0', '.'),
          url: fc.constantFrom('http://127.0.0.1:1/', 'file:///etc/passwd', 'http://[', '', 'x:y'),
        },
      }).filter(
        (one) => !endsIt(one) && !(one.route === 'openSession' && one.target.includes('decision')),
      );
      await assertHolds({ victim, arbitrary, onAnswer: closeOpened, prime: startThreads }, share);
    },
  );
});
