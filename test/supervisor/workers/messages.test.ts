import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../shared/session/session.ts';
import { fromWorkerSchema } from '../../../shared/supervisor/from-worker-messages.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath } from '../../helpers/paths.ts';
import { isThere } from '../../helpers/processes.ts';
import { coldHome, entry, startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

/** What a field may hold that it should not. */
const wrong = [null, '', 'x'.repeat(10_000), -1, 1e300, 0.5, true, [], {}, [{ type: 'close' }]];

/** The messages of the table, each with no field, and with each of its fields as it should not be. */
const changed = fromWorkerSchema.options.flatMap(({ shape }) => {
  const type = shape.type.value;
  const fields = Object.keys(shape).filter((name) => name !== 'type');
  return [
    ...(fields.length === 0 ? [] : [{ type }]),
    ...fields.flatMap((field) => wrong.map((value) => ({ type, [field]: value }))),
    ...(fields.length === 0
      ? []
      : wrong.map((value) => ({
          type,
          ...Object.fromEntries(fields.map((name) => [name, value])),
        }))),
  ];
});

const isOfTable = (message: unknown): boolean => fromWorkerSchema.safeParse(message).success;
const malformed = changed.filter((message) => !isOfTable(message));

/** Messages that are none of the table, or none at all. */
const foreign = [
  null,
  7,
  'decided',
  [],
  {},
  { type: 'of-a-later-release', content: 'x'.repeat(10_000) },
  { type: ['decided'] },
  { type: '__proto__' },
  { type: 'constructor', prototype: {} },
];

const someTime = '2026-11-20T12:00:00.000Z';
/** Messages as they should be, that say what cannot be. */
const untrue = [
  ...changed.filter(isOfTable),
  { type: 'ready', port: 1 },
  { type: 'failed', code: 'x', message: 'x' },
  { type: 'askNext' },
  { type: 'counts', counts: { findings: 2 ** 52, comments: 2 ** 52 } },
  { type: 'held', held: { outcome: 'approved', decidedAt: someTime, releaseAt: someTime } },
  ...[-1, 0, 2 ** 52].flatMap((request) => [
    { type: 'derive', request, wanted: { kind: 'content', version: 2 ** 52 } },
    { type: 'derive', request, wanted: { kind: 'no-whitespace', version: 2 ** 40 } },
    { type: 'derive', request, wanted: { kind: 'side', fileId: '../../x', side: 'old' } },
    { type: 'derive', request, wanted: { kind: 'worktree-state' } },
  ]),
];

let folder: string;
let galley: TestSupervisor;
let spoken: SessionRecord;
let other: SessionRecord;

const plan = { mode: 'plan', content: '# P', detached: true };
const sessionOf = async ({ id }: SessionRecord) =>
  (await galley.api(controlPath('getSession', { params: { id } }))).json;
const open = async () => {
  const { id } = await galley.open(plan);
  return (await galley.api(controlPath('getSession', { params: { id } }))).json as SessionRecord;
};

/** Installs the build with the process that speaks as a worker. */
const install = async (): Promise<void> => {
  const root = fileURLToPath(new URL('../../../.build/', import.meta.url));
  await mkdir(root, { recursive: true });
  folder = await mkdtemp(join(root, 'speaking-'));
  await cp(join(entry('supervisor'), '..'), folder, { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL('speaking-worker.ts', import.meta.url))],
    outfile: join(folder, 'worker.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
};

beforeAll(async () => {
  await install();
  galley = await startSupervisor(await coldHome(), { file: join(folder, 'supervisor.cjs') });
  [spoken, other] = [await open(), await open()];
});
afterAll(async () => {
  await galley.stop();
  await rm(folder, { recursive: true, force: true });
});

const say = async (message: unknown): Promise<void> => {
  const raw = JSON.stringify(message);
  const answer = await call(`${spoken.url}/say`, { method: 'POST', raw });
  // The supervisor has acknowledged it: it has got past it.
  expect(answer.json).toEqual({ isAttached: true, unansweredMs: 0 });
};

const nothingHappened = async (): Promise<void> => {
  expect(galley.child.exitCode ?? galley.child.signalCode).toBe(null);
  expect(await sessionOf(other)).toEqual(other);
  expect(await sessionOf(spoken)).toMatchObject({ id: spoken.id, state: 'running' });
  expect(isThere(spoken.pid) && isThere(other.pid)).toBe(true);
  expect((await readdir(join(galley.state, 'sessions'))).sort()).toEqual(
    [spoken.id, other.id].sort(),
  );
  expect(await readdir(join(galley.state, 'decisions'))).toEqual([]);
};

const typeOf = (message: unknown): string => {
  const type = (message as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? type : 'no';
};
const byType = (messages: readonly unknown[]): [string, unknown[]][] =>
  [...new Set(messages.map(typeOf))].map((type) => [
    type,
    messages.filter((message) => typeOf(message) === type),
  ]);

/** What any of them does is still to be seen after all of them. */
const sayAll = async (messages: readonly unknown[], isKnown: boolean): Promise<void> => {
  for (const message of messages) {
    expect(isOfTable(message)).toBe(isKnown);
    await say(message);
  }
  await nothingHappened();
};

const walk = (): void => {
  it.each(byType([...foreign, ...malformed]))(
    'lets malformed messages of %s type pass, and goes on',
    (_, messages) => sayAll(messages, false),
  );

  it.each(byType(untrue))('is not misled by untrue messages of type %s', (_, messages) =>
    sayAll(messages, true),
  );
};

describe('a supervisor, of a worker that it has forked,', walk);

describe('a supervisor, of a worker that it has adopted,', () => {
  beforeAll(async () => {
    galley.child.kill('SIGKILL');
    await galley.exited;
    galley = await startSupervisor(galley, { file: join(folder, 'supervisor.cjs') });
    await until('both are adopted', async () => {
      const { json } = await galley.api(controlPath('listSessions'));
      const { sessions } = json as { sessions: SessionRecord[] };
      return sessions.length === 2 && sessions.every(({ isResponsive }) => isResponsive);
    });
    // The registry has both before their links are there.
    await until('both links are there', async () => {
      const answers = await Promise.all([spoken, other].map(({ url }) => call(url)));
      return answers.every(({ json }) => (json as { isAttached: boolean }).isAttached);
    });
    other = (await sessionOf(other)) as SessionRecord;
  });

  walk();

  it('takes no decision from it that is not written, and loses no other session with it', async () => {
    await say({ type: 'decided', outcome: 'approved' });
    process.kill(spoken.pid, 'SIGKILL');
    const decision = await galley.api(
      controlPath('getDecision', { params: { id: spoken.id }, query: { wait: 20 } }),
    );
    expect(decision.json).toMatchObject({ id: spoken.id, outcome: 'undecided' });
    expect(await sessionOf(other)).toEqual(other);
  });
});
