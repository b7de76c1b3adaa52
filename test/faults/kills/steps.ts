import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { SessionRecord } from '../../../shared/session/session.ts';
import { controlPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import {
  holdVerdict,
  releaseVerdict,
  sendFindings,
  sendVerdict,
  typeDraft,
  undoVerdict,
  verdicts,
} from './acts.ts';
import type { Ledger, World } from './world.ts';

/** A process that can be struck. */
export type Victim = 'worker' | 'supervisor' | 'cli';

/** A running step: its possible victims, and when it is over, struck or not. */
export interface Begun {
  readonly pids: { readonly [Name in Exclude<Victim, 'supervisor'>]?: number };
  /** Supervisors that are starting. */
  readonly starting?: readonly number[];
  readonly over: Promise<unknown>;
}

/** A step in the life of a session or supervisor, during which a process is struck. */
export interface Step {
  readonly name: string;
  /** The processes involved. */
  readonly victims: readonly Victim[];
  /** The fault strikes within this time after the start. */
  readonly windowMs: number;
  /** The same for a worker, which may exit earlier. */
  readonly workerWindowMs?: number;
  readonly begin: (world: World, victim: Victim) => Promise<Begun>;
}

const everyone: readonly Victim[] = ['worker', 'supervisor', 'cli'];

const pidsOf = ({ session, command }: Ledger): Begun['pids'] => ({
  worker: session.pid,
  ...(command === undefined ? {} : { cli: command.pid }),
});

/** Tracks the session opened by a command, if there is one. */
const keepOpened = async (world: World, name: string, command: Ledger['command']) => {
  const key = world.keyOf(name);
  const isEnded = command?.ended.then(() => true);
  await until('the command has opened its session, or has ended', async () => {
    const { json } = await world.control(controlPath('listSessions'));
    const { sessions } = json as { sessions: SessionRecord[] };
    const session = sessions.find(({ title }) => title === key);
    if (session !== undefined) world.keep(session, name, command);
    return session !== undefined || (await Promise.race([isEnded, delay(1, false)])) === true;
  });
};

const open: Step = {
  name: 'open',
  victims: ['supervisor', 'cli'],
  windowMs: 300,
  begin: async (world) => {
    const command = await world.startCommand('opening');
    return { pids: { cli: command.pid }, over: keepOpened(world, 'opening', command) };
  },
};

/** Prepared for longer than the fault may wait. */
const long = '- an item of the list\n'.repeat(15_000);

const prepare: Step = {
  name: 'prepare',
  victims: ['worker', 'supervisor'],
  windowMs: 150,
  begin: async (world) => {
    const ledger = await world.openDetached('prepared', long);
    return { pids: pidsOf(ledger), over: Promise.resolve() };
  },
};

const ready: Step = {
  name: 'ready',
  victims: ['worker', 'supervisor'],
  windowMs: 30,
  begin: async (world) => {
    const ledger = await world.openDetached('ready');
    await until('it is ready', async () => {
      const { json } = await world.control(
        controlPath('getSession', { params: { id: ledger.session.id } }),
      );
      return (json as SessionRecord).preparation.state === 'ready';
    });
    return { pids: pidsOf(ledger), over: Promise.resolve() };
  },
};

const annotate: Step = {
  name: 'annotate',
  victims: everyone,
  windowMs: 60,
  begin: async (world) => {
    const ledger = await world.openAttached('annotated');
    return { pids: pidsOf(ledger), over: sendFindings(ledger, 40) };
  },
};

const draft: Step = {
  name: 'draft',
  victims: everyone,
  windowMs: 80,
  begin: async (world) => {
    const ledger = await world.openAttached('drafted');
    return { pids: pidsOf(ledger), over: typeDraft(ledger, 30) };
  },
};

const decide: Step = {
  name: 'decide',
  victims: everyone,
  windowMs: 15,
  begin: async (world) => {
    const ledger = await world.openAttached('decided');
    await sendFindings(ledger, 2);
    return { pids: pidsOf(ledger), over: sendVerdict(ledger, world.random.pick(verdicts)) };
  },
};

/** From the decision being durable until page, supervisor and command know. */
const deliver: Step = {
  name: 'deliver',
  victims: everyone,
  windowMs: 20,
  workerWindowMs: 4,
  begin: async (world) => {
    const ledger = await world.openAttached('delivered');
    const over = sendVerdict(ledger, world.random.pick(verdicts));
    const file = join(world.galley.home, 'state', 'decisions', `${ledger.session.id}.json`);
    while (!existsSync(file)) await nextTurn();
    return { pids: pidsOf(ledger), over };
  },
};

/** From sending a decision that can be undone until its automatic release. */
const hold: Step = {
  name: 'hold',
  victims: everyone,
  windowMs: 700,
  begin: async (world) => {
    const ledger = await world.openAttached('held');
    await sendFindings(ledger, 2);
    const over = holdVerdict(ledger, world.random.pick(verdicts), 0.5);
    return { pids: pidsOf(ledger), over };
  },
};

/** Longer than a round waits for a decision, so a missed release is noticed. */
const longSeconds = 50;

const openHeld = async (world: World, name: string): Promise<Ledger> => {
  const ledger = await world.openAttached(name);
  await sendFindings(ledger, 2);
  await holdVerdict(ledger, world.random.pick(verdicts), longSeconds);
  return ledger;
};

const undo: Step = {
  name: 'undo',
  victims: ['worker', 'supervisor'],
  windowMs: 8,
  begin: async (world) => {
    const ledger = await openHeld(world, 'undone');
    return { pids: pidsOf(ledger), over: undoVerdict(ledger) };
  },
};

const release: Step = {
  name: 'release',
  victims: ['worker', 'supervisor'],
  windowMs: 15,
  workerWindowMs: 8,
  begin: async (world) => {
    const ledger = await openHeld(world, 'released');
    return { pids: pidsOf(ledger), over: releaseVerdict(ledger) };
  },
};

const close: Step = {
  name: 'close',
  victims: everyone,
  windowMs: 40,
  begin: async (world) => {
    const ledger = await world.openAttached('closed');
    ledger.isCloseSent = true;
    const closing = world.ask(controlPath('closeSession', { params: { id: ledger.session.id } }), {
      method: 'DELETE',
    });
    return { pids: pidsOf(ledger), over: closing.catch(() => undefined) };
  },
};

const reap: Step = {
  name: 'reap',
  victims: ['supervisor', 'cli'],
  windowMs: 20,
  begin: async (world) => {
    const ledger = await world.openAttached('reaped');
    world.killed.add(ledger.session.pid);
    process.kill(ledger.session.pid, 'SIGKILL');
    const { command } = ledger;
    return {
      pids: command === undefined ? {} : { cli: command.pid },
      over: Promise.resolve(),
    };
  },
};

/** Kills the leader and starts others. */
const startOthers = async (
  world: World,
  count: number,
): Promise<Pick<Begun, 'starting' | 'over'>> => {
  process.kill(await world.supervisorPid(), 'SIGKILL');
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [entry('supervisor')], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, GALLEY_HOME: world.galley.home },
    }),
  );
  return {
    starting: children.map(({ pid = 0 }) => pid),
    // The first message of each, or its exit.
    over: Promise.all(
      children.map((child) => Promise.race([once(child, 'message'), once(child, 'exit')])),
    ),
  };
};

const adopt: Step = {
  name: 'adopt',
  victims: everyone,
  windowMs: 400,
  begin: async (world, victim) => {
    // A waiting command starts a supervisor as well: see `elect`.
    const ledger = await (victim === 'cli'
      ? world.openAttached('adopted')
      : world.openDetached('adopted'));
    await sendFindings(ledger, 2);
    return { pids: pidsOf(ledger), ...(await startOthers(world, 1)) };
  },
};

const elect: Step = {
  name: 'elect',
  victims: everyone,
  windowMs: 400,
  begin: async (world) => {
    const ledger = await world.openAttached('elected');
    return { pids: pidsOf(ledger), ...(await startOthers(world, 2)) };
  },
};

/** All steps. */
export const steps: readonly Step[] = [
  open,
  prepare,
  ready,
  annotate,
  draft,
  decide,
  deliver,
  hold,
  undo,
  release,
  close,
  reap,
  adopt,
  elect,
];
