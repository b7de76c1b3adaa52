import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { ControlClient } from '../client/control-client.ts';
import { connect } from '../client/connect.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { liveSessions } from '../client/read-registry.ts';
import { unclearError } from '../client/client-errors.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';

interface StopOptions {
  readonly isForced: boolean;
  readonly isLeaving: boolean;
  readonly isJson: boolean;
}

const stopMs = 20_000;
const terminateMs = 3000;
const pollMs = 20;

/**
 * Stops the supervisor and waits until it is gone. With force it closes open reviews, and a hung supervisor is killed;
 * with `isLeaving` open reviews are left to the next supervisor.
 * @returns the exit code
 * @throws GalleyError `sessions_running`, `supervisor_unreachable`
 */
export const stopSupervisor = async (
  { isForced, isLeaving, isJson }: StopOptions,
  context: Context,
): Promise<number> => {
  const found = await findSupervisor(context.paths.registry);
  const orphans = () => (found.registry === undefined ? [] : liveSessions(found.registry));
  switch (found.kind) {
    case 'none':
      if (isForced && orphans().length > 0) {
        await closeOrphans(context);
        break;
      }
      await (isJson ? printJson({ stopped: false }) : printResult('No supervisor is running.'));
      return 0;
    case 'running':
      await new ControlClient(found.registry.supervisor).call('shutdown', {
        body: { force: isForced, leave: isLeaving },
      });
      if (!(await isGoneWithin(found.registry.supervisor, stopMs))) {
        if (!isForced) throw stillRunning(found.registry.supervisor);
        await kill(found.registry.supervisor);
      }
      break;
    case 'unclear':
      if (!isForced || (found.registry === undefined && !found.isDamaged))
        throw unclearError(found);
      if (found.registry !== undefined) await kill(found.registry.supervisor);
      // If the registry is damaged, the next supervisor finds them.
      if (found.isDamaged || orphans().length > 0) await closeOrphans(context);
  }
  await (isJson ? printJson({ stopped: true }) : printResult('The supervisor has stopped.'));
  return 0;
};

/** Sessions outlive a killed supervisor: a new one is started to close them, and stopped. */
const closeOrphans = async (context: Context): Promise<void> => {
  const client = await connect(context);
  await client.call('shutdown', { body: { force: true } });
  if (!(await isGoneWithin(client.record, stopMs))) throw stillRunning(client.record);
};

const isGoneWithin = async (record: SupervisorRecord, timeoutMs: number): Promise<boolean> => {
  const deadlineMs = performance.now() + timeoutMs;
  while (isAlive(record)) {
    if (performance.now() > deadlineMs) return false;
    await delay(pollMs);
  }
  return true;
};

const kill = async (record: SupervisorRecord): Promise<void> => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // Checked each time, since the pid may have been reused.
    if (isAlive(record)) process.kill(record.pid, signal);
    if (await isGoneWithin(record, terminateMs)) return;
  }
  throw stillRunning(record);
};

const stillRunning = ({ pid }: SupervisorRecord): GalleyError =>
  new GalleyError(
    'supervisor_unreachable',
    `The supervisor (process ${pid}) was asked to stop but is still running. \`galley supervisor stop --force\` kills it.`,
  );
