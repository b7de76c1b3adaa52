import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { outcomeExitCodes, type Decision, type Outcome } from '../../../shared/session/decision.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { isThere, startedWith, withoutTasks } from '../../helpers/processes.ts';
import { call } from '../../helpers/http-call.ts';
import { until } from '../../helpers/until.ts';
import { sendVerdict } from './acts.ts';
import { descriptorsOf, moreThan, type Descriptors } from './descriptors.ts';
import { leftIn, makeOld } from './home-files.ts';
import type { Ledger, World } from './world.ts';

/** An untouched session still has everything it was given, in its original process. */
export const checkUntouched = async ({ session, findings, draftGeneration }: Ledger) => {
  expect(isThere(session.pid)).toBe(true);
  const held = (await call(`${session.url}${sessionPath('listAnnotations')}`)).json as {
    annotations: { text: string }[];
  };
  // A finding whose response was lost may be there, too.
  expect(held.annotations.map(({ text }) => text)).toEqual(expect.arrayContaining(findings));
  const { generation } = (await call(`${session.url}${sessionPath('getDraft')}`)).json as {
    generation: number;
  };
  expect(generation).toBeGreaterThanOrEqual(draftGeneration);
};

/** Every session ends with the confirmed decision, or else with one that was sent, never with another. */
export const checkDecision = async (world: World, ledger: Ledger): Promise<void> => {
  const { session, sent, command } = ledger;
  if (ledger.confirmed === undefined && (await isRunning(world, ledger))) {
    await checkUntouched(ledger);
    await sendVerdict(ledger, 'denied');
  }
  const first = await decisionOf(world, ledger);
  const { id, outcome } = first;
  expect(id).toBe(session.id);
  if (ledger.confirmed === undefined) expect(possibleOutcomes(world, ledger)).toContain(outcome);
  else expect(outcome).toBe(ledger.confirmed);
  if (!sent.has('approved')) expect(outcome).not.toBe('approved');
  expect(await decisionOf(world, ledger)).toEqual(first);
  if (command === undefined) return;
  if (world.killed.has(command.pid)) return checkCollected(world, first);
  const { code, stdout, stderr } = await command.ended;
  expect({ code, stderr }).toMatchObject({ code: outcomeExitCodes[outcome] });
  expect(JSON.parse(stdout)).toEqual(first);
};

/** Outcomes that were sent but not confirmed, and outcomes of sessions that were killed, closed, or abandoned. */
const possibleOutcomes = (
  { killed }: World,
  { session, sent, command, isCloseSent }: Ledger,
): Outcome[] => [
  ...sent,
  ...(killed.has(session.pid) ? (['undecided'] as const) : []),
  ...(isCloseSent || (command !== undefined && killed.has(command.pid))
    ? (['closed'] as const)
    : []),
];

/** A later process gets the decision if the launching one was killed. */
const checkCollected = async ({ galley }: World, decision: Decision): Promise<void> => {
  const { code, stdout } = await galley.run(['sessions', 'wait', decision.id, '--json']);
  expect(code).toBe(outcomeExitCodes[decision.outcome]);
  expect(JSON.parse(stdout)).toEqual(decision);
};

const isRunning = async (world: World, { session }: Ledger): Promise<boolean> => {
  if (world.killed.has(session.pid)) return false;
  const { status } = await world.control(controlPath('getSession', { params: { id: session.id } }));
  return status === 200;
};

const decisionOf = async (world: World, { session }: Ledger): Promise<Decision> => {
  const { status, json } = await world.control(
    controlPath('getDecision', { params: { id: session.id }, query: { wait: 60 } }),
  );
  expect(status).toBe(200);
  return json as Decision;
};

/** A saved draft of a lost session is offered in the next session of the same thing. */
export const checkDraft = async (world: World, ledger: Ledger): Promise<void> => {
  const { outcome } = await decisionOf(world, ledger);
  if (ledger.draftGeneration === 0 || (outcome !== 'undecided' && outcome !== 'closed')) return;
  const next = await world.openDetached(ledger.name);
  const { draft } = (await call(`${next.session.url}${sessionPath('getDraft')}`)).json as {
    draft: { feedback: string };
  };
  // Changes whose response was lost may be there, too.
  expect(Number(draft.feedback.replace('word ', ''))).toBeGreaterThanOrEqual(
    ledger.draftGeneration,
  );
};

/** The registry is readable and names only live processes. */
export const checkRegistry = async (world: World): Promise<void> => {
  await until('the registry names only what lives', async () => {
    const { supervisor, sessions } = await world.registry();
    return isThere(supervisor.pid) && sessions.every(({ pid }) => isThere(pid));
  });
};

/** A supervisor's file descriptors with its warm workers, the sessions that stay, if any, and no requests. */
export const descriptorsWhenQuiet = async (
  world: World,
  staying: readonly Ledger[] = [],
): Promise<Descriptors> => {
  await onlyStaying(world, staying);
  let descriptors: Descriptors = new Map();
  // One listens, the others are for the workers; connections of the test may still be closing.
  await until('no other socket is open', async () => {
    descriptors = await descriptorsOf(await world.supervisorPid());
    return descriptors.get('socket') === 1 + world.warmWorkers + staying.length;
  });
  return descriptors;
};

/**
 * After everything is closed but the sessions that stay, the leader holds on to nothing else: no spool, and no additional
 * file descriptors.
 */
export const checkNothingHeld = async (
  world: World,
  before: Descriptors,
  staying: readonly Ledger[] = [],
): Promise<void> => {
  const isStaying = (id: string) => staying.some(({ session }) => session.id === id);
  for (const { id } of (await world.registry()).sessions)
    if (!isStaying(id))
      await world.control(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });
  // Cheaper to ask for than all that have been started.
  const isGone = ({ session }: Ledger) => isStaying(session.id) || !isThere(session.pid);
  await until('their processes are gone', () => world.ledgers.every(isGone));
  const { home } = world.galley;
  const spools = () => readdir(join(home, 'state', 'sessions'));
  await until('no other spool is left', async () => (await spools()).every(isStaying));
  await onlyStaying(world, staying);
  let more: Record<string, number> = {};
  // A file may be open briefly, and connections of the test may still be closing.
  const isAsBefore = async () => {
    more = moreThan(before, await descriptorsOf(await world.supervisorPid()));
    return Object.keys(more).length === 0;
  };
  await until('no descriptor is left', isAsBefore, 30_000, lookAgainMs).catch((cause: unknown) => {
    throw new Error(`more descriptors than before: ${JSON.stringify(more)}`, { cause });
  });
};

/** How long to wait before looking at all processes again, which takes several milliseconds. */
const lookAgainMs = 50;

const onlyStaying = ({ galley, warmWorkers }: World, staying: readonly Ledger[]): Promise<void> =>
  until(
    'only warm workers and those that stay are left beside the supervisor',
    () => {
      const left = withoutTasks(startedWith('GALLEY_HOME', galley.home));
      return left.length <= 1 + warmWorkers + staying.length;
    },
    30_000,
    lookAgainMs,
  );

/**
 * After the supervisor has stopped: no process, an empty runtime folder, no spool, and only files with a retention
 * time. What a killed process held or was writing may remain, until a start after it has become old.
 */
export const checkNothingLeft = async (world: World): Promise<void> => {
  const { home } = world.galley;
  await stopSupervisor(world);
  // A killed process may have held the lock, which the next start takes over: checked below.
  const held = world.killed.size > 0 ? ['registry.json.lock'] : [];
  const inRun = await readdir(join(home, 'run'));
  expect(inRun.filter((name) => !held.includes(name))).toEqual([]);
  expect(await readdir(join(home, 'state', 'sessions'))).toEqual([]);
  const halfWritten = await leftIn(home);
  if (halfWritten.length === 0) return;
  await makeOld(home, halfWritten);
  await world.lead();
  await until(`${halfWritten.join(', ')} is gone`, async () => {
    const left = await leftIn(home);
    return halfWritten.every((path) => !left.includes(path));
  });
  await stopSupervisor(world);
};

const stopSupervisor = async ({ galley }: World): Promise<void> => {
  expect(await galley.run(['supervisor', 'stop', '--force'])).toMatchObject({ code: 0 });
  const isOver = () => startedWith('GALLEY_HOME', galley.home).length === 0;
  await until('no process is left', isOver, 30_000, lookAgainMs);
};
