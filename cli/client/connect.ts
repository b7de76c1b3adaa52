import { join } from 'node:path';
import type { Registry } from '../../shared/supervisor/registry.ts';
import type { Context } from '../context.ts';
import { awaitStart } from './await-start.ts';
import { unclearError } from './client-errors.ts';
import { ControlClient } from './control-client.ts';
import { findSupervisor } from './find-supervisor.ts';
import { spawnSupervisor } from './spawn-supervisor.ts';

/**
 * A client of the running supervisor; undefined if there is none.
 * @throws GalleyError `supervisor_unreachable` if that is unclear
 */
export const connectIfRunning = async ({ paths }: Context): Promise<ControlClient | undefined> => {
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'none') return undefined;
  if (found.kind === 'running') return clientOf(found.registry);
  throw unclearError(found);
};

/**
 * A client of the supervisor, starting one if none answers; the election deals with leftovers of another.
 * @throws GalleyError that says why it cannot start
 */
export const connect = async (context: Context): Promise<ControlClient> => {
  const { env, paths, early } = context;
  let spawned = early?.take();
  if (spawned === undefined) {
    const found = await findSupervisor(paths.registry);
    if (found.kind === 'running') return clientOf(found.registry);
    spawned = spawnSupervisor(env);
  }
  // No need to read the registry or check the nonce: the record comes from the process just spawned.
  const record = await awaitStart(spawned, join(paths.logFolder, 'supervisor.log'));
  return new ControlClient(record, { isStartedHere: record.pid === spawned.child.pid });
};

const clientOf = ({ supervisor }: Registry): ControlClient => new ControlClient(supervisor);
