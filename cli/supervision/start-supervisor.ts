import { join } from 'node:path';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { replaceFlag } from '../../shared/supervisor/start-flags.ts';
import { awaitStart } from '../client/await-start.ts';
import { ControlClient } from '../client/control-client.ts';
import { readRegistry } from '../client/read-registry.ts';
import { spawnSupervisor } from '../client/spawn-supervisor.ts';
import type { Context } from '../context.ts';
import { printGateway } from '../remote/print-remote.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';

/** Starts the supervisor unless it is running, and prints its address. @returns the exit code */
export const startSupervisor = async (isJson: boolean, context: Context): Promise<number> => {
  const { record } = await connectInNetwork(context);
  await printAddresses(record, context);
  await (isJson
    ? printJson({ running: true, ...shownFields(record) })
    : printResult(`The supervisor is running: process ${record.pid}, ${record.url}`));
  return 0;
};

/**
 * Replaces the running supervisor with one of this release, or starts one. Open reviews stay open, each with the
 * release it was opened with. @returns the exit code
 * @throws GalleyError if it cannot start, or the old one does not exit
 */
export const restartSupervisor = async (isJson: boolean, context: Context): Promise<number> => {
  const { env, paths } = context;
  const before = readRegistry(paths.registry);
  const wasRemote = before.kind === 'found' && before.registry.supervisor.gateway !== undefined;
  const spawned = spawnSupervisor(env, [replaceFlag]);
  const record = await awaitStart(spawned, join(paths.logFolder, 'supervisor.log'));
  const { sessions } = (await new ControlClient(record).call('getStatus')).body;
  const { pid, url, release, gateway } = record;
  await printAddresses(record, context);
  if (wasRemote && gateway === undefined && sessions > 0) await printNote(stillReachable);
  const reviews =
    sessions === 1 ? 'One review is still open.' : `${sessions} reviews are still open.`;
  await (isJson
    ? printJson({ running: true, ...shownFields(record), sessions })
    : printResult(
        `The supervisor has restarted: process ${pid}, release ${release}, ${url}.${sessions === 0 ? '' : ` ${reviews}`}`,
      ));
  return 0;
};

/** In remote mode: the dashboard's addresses, and who can reach the reviews. */
const printAddresses = async (
  { gateway, token }: SupervisorRecord,
  context: Context,
): Promise<void> => {
  if (gateway !== undefined) await printGateway({ gateway, token }, context);
};

const shownFields = ({ pid, url, release, startedAt, gateway }: SupervisorRecord) => ({
  pid,
  url,
  release,
  startedAt,
  gateway,
});

/** Open sessions keep their network mode. */
const stillReachable =
  'Open reviews that began in remote mode can be reached from other machines until they end, each at its own port.';
