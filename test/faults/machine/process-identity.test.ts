import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { identify, isAlive, startTimeOf } from '../../../shared/node/process-identity.ts';
import type { SessionRecord } from '../../../shared/session/session.ts';
import type { Registry, SupervisorRecord } from '../../../shared/supervisor/registry.ts';
import { startGalley } from '../../helpers/galley.ts';
import { controlPath } from '../../helpers/paths.ts';
import { childrenOf, isThere } from '../../helpers/processes.ts';
import { entry, startSupervisor, temporaryHome } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const running = (command: string, env: Readonly<Record<string, string>> = {}): ChildProcess => {
  const child = spawn('sh', ['-c', command], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...env },
  });
  endings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
};

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('it was not started');
  return pid;
};

/** A process that has exited but is never reaped, and its parent. */
const makeZombie = async (): Promise<number> => {
  const parent = pidOf(running('true & exec sleep 600'));
  const zombie = () => childrenOf(parent).find((pid) => stateOf(pid) === 'Z');
  await until('there is a zombie', () => zombie() !== undefined);
  return zombie() ?? 0;
};

const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};
const stateOf = (pid: number): string | undefined => fieldsOf(pid)[0];

const bootId = identify(process.pid)?.bootId ?? '';

const supervisorRecord = (pid: number, startTime: string): SupervisorRecord => ({
  pid,
  startTime,
  bootId,
  nonce: 'of the past',
  token: 'of the past',
  url: 'http://127.0.0.1:9',
  release: '0.0.1',
  startedAt: new Date().toISOString(),
});

const sessionRecord = (id: string, pid: number, startTime: string): SessionRecord => ({
  id,
  mode: 'plan',
  state: 'running',
  pid,
  startTime,
  port: 9,
  url: 'http://127.0.0.1:9',
  title: 'Of the past',
  project: 'past',
  cwd: '/',
  origin: 'test',
  isDetached: true,
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  preparation: { state: 'ready' },
  openedAt: new Date().toISOString(),
  nonce: 'of the past',
});

const homeWith = async (registry: Omit<Registry, 'version'>) => {
  const place = await temporaryHome();
  await mkdir(dirname(place.registryPath), { mode: 0o700 });
  await writeFile(place.registryPath, JSON.stringify({ version: 1, ...registry }));
  return place;
};

/** Starts a supervisor after another has died; returns what it makes of the sessions in the registry. */
const succeed = async (registry: Omit<Registry, 'version'>): Promise<unknown[]> => {
  const galley = await startSupervisor(await homeWith(registry));
  endings.push(galley.stop);
  expect(galley.supervisor.pid).toBe(galley.child.pid);
  return Promise.all(
    registry.sessions.map(
      async ({ id }) =>
        (
          (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } })))
            .json as {
            outcome: unknown;
          }
        ).outcome,
    ),
  );
};

describe('a pid that was reused by another process', () => {
  test('is not signalled, and the session is settled', async () => {
    const [supervisor, worker] = [running('exec sleep 600'), running('exec sleep 600')];
    const other = String(Number(startTimeOf(process.pid)) - 1);
    const outcomes = await succeed({
      supervisor: supervisorRecord(pidOf(supervisor), other),
      sessions: [sessionRecord('00000000000a', pidOf(worker), other)],
    });
    expect(outcomes).toEqual(['undecided']);
    for (const { exitCode, signalCode } of [supervisor, worker])
      expect({ exitCode, signalCode }).toEqual({ exitCode: null, signalCode: null });
  });

  test('is signalled if it is the same process, which shows that the test above can fail', async () => {
    const [supervisor, worker] = [running('exec sleep 600'), running('exec sleep 600')];
    const other = String(Number(startTimeOf(process.pid)) - 1);
    const outcomes = await succeed({
      supervisor: supervisorRecord(pidOf(supervisor), other),
      sessions: [
        sessionRecord('00000000000b', pidOf(worker), startTimeOf(pidOf(worker)) ?? 'none'),
      ],
    });
    expect(outcomes).toEqual(['undecided']);
    await until('it has ended', () => worker.signalCode !== null);
  });

  test('of another boot is not signalled either', async () => {
    const worker = running('exec sleep 600');
    const { startTime } = { startTime: startTimeOf(pidOf(worker)) ?? 'none' };
    const supervisor = { ...supervisorRecord(1, '1'), bootId: 'of another boot' };
    const sessions = [sessionRecord('00000000000c', pidOf(worker), startTime)];
    expect(await succeed({ supervisor, sessions })).toEqual(['undecided']);
    expect(worker.signalCode).toBe(null);
  });
});

describe('a zombie', () => {
  test('counts as dead', async () => {
    const pid = await makeZombie();
    expect(isThere(pid)).toBe(true);
    expect(startTimeOf(pid)).toBe(undefined);
    expect(isAlive({ pid, startTime: fieldsOf(pid)[19] ?? '', bootId })).toBe(false);
  });

  test('of a supervisor does not lead, and its sessions are settled', async () => {
    const galley = await startGalley({ warmWorkers: 0 });
    endings.push(galley.stop);
    const parent = running(`"$NODE" "$SUPERVISOR" & exec sleep 600`, {
      NODE: process.execPath,
      SUPERVISOR: entry('supervisor'),
      GALLEY_HOME: galley.home,
    });
    const written = () => readFile(`${galley.home}/run/registry.json`).then(Boolean, () => false);
    await until('it leads', written);
    const plan = await galley.write('plan.md', '# A plan\n');
    const session = await galley.open(['plan', plan]);
    const { pid } = (await galley.registry()).supervisor;
    expect(childrenOf(pidOf(parent))).toContain(pid);
    process.kill(pid, 'SIGKILL');
    await until('it is a zombie', () => stateOf(pid) === 'Z');
    const status = await galley.run(['supervisor', 'status', '--json']);
    expect(status.stdout).not.toContain(`"pid":${pid}`);
    expect(status.stderr).not.toContain('is running but does not answer');
    await galley.open(['plan', plan]);
    const { supervisor, sessions } = await galley.registry();
    expect(supervisor.pid).not.toBe(pid);
    expect(sessions.length).toBeGreaterThan(0);
    expect(session.id).toMatch(/^\w{12}$/u);
  });
});
