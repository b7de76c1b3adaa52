import { join } from 'node:path';
import type { Registry } from '../../shared/supervisor/registry.ts';
import type { Context } from '../context.ts';
import type { ControlClient } from './control-client.ts';
import { findSupervisor } from './find-supervisor.ts';
import { spawnSupervisor } from './spawn-supervisor.ts';

/**
 * A client of the supervisor that runs; undefined where none does.
 * @throws GalleyError `supervisor_unreachable` where it cannot be told
 */
export const connectIfRunning = async ({ paths }: Context): Promise<ControlClient | undefined> => {
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'none') return undefined;
  if (found.kind === 'running') return clientOf(found.registry);
  const { unclearError } = await import('./unreachable.ts');
  throw unclearError(found);
};

/**
 * A client of the supervisor, which is started where none answers: the election settles what is left of another.
 * @throws GalleyError that says why it cannot be started
 */
export const connect = async (context: Context): Promise<ControlClient> => {
  const { env, paths, early } = context;
  let spawned = early?.take();
  if (spawned === undefined) {
    const found = await findSupervisor(paths.registry);
    if (found.kind === 'running') return clientOf(found.registry);
    spawned = spawnSupervisor(env);
  }
  // Loaded while the supervisor starts.
  const { awaitStart } = await import('./await-start.ts');
  const { ControlClient } = await import('./control-client.ts');
  // No look at the registry and no proof: the record comes from the very process that was spawned.
  const record = await awaitStart(spawned, join(paths.logFolder, 'supervisor.log'));
  return new ControlClient(record, { isStartedHere: record.pid === spawned.child.pid });
};

const clientOf = async ({ supervisor }: Registry): Promise<ControlClient> => {
  const { ControlClient } = await import('./control-client.ts');
  return new ControlClient(supervisor);
};
