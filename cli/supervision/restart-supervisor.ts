import { join } from 'node:path';
import { replaceFlag } from '../../shared/supervisor/start-flags.ts';
import { awaitStart } from '../client/await-start.ts';
import { ControlClient } from '../client/control-client.ts';
import { readRegistry } from '../client/read-registry.ts';
import { spawnSupervisor } from '../client/spawn-supervisor.ts';
import type { Context } from '../context.ts';
import { printJson, printNote, printResult } from '../output/print.ts';

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
  const { pid, url, release, startedAt, gateway } = record;
  if (gateway !== undefined) {
    const { printGateway } = await import('../remote/print-remote.ts');
    await printGateway({ gateway, token: record.token }, context);
  }
  if (wasRemote && gateway === undefined && sessions > 0) await printNote(stillReachable);
  const reviews =
    sessions === 1 ? 'One review is still open.' : `${sessions} reviews are still open.`;
  await (isJson
    ? printJson({ running: true, pid, url, release, startedAt, gateway, sessions })
    : printResult(
        `The supervisor has restarted: process ${pid}, release ${release}, ${url}.${sessions === 0 ? '' : ` ${reviews}`}`,
      ));
  return 0;
};

/** Open sessions keep their network mode. */
const stillReachable =
  'Open reviews that began in remote mode can be reached from other machines until they end, each at its own port.';
