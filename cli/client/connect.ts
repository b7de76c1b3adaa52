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
  const { cannotTell } = await import('./unreachable.ts');
  throw cannotTell(found.reason);
};

/**
 * A client of the supervisor, which is started where none answers: the election settles what is left of another.
 * @throws GalleyError that says why it cannot be started
 */
export const connect = async (context: Context): Promise<ControlClient> => {
  const { paths } = context;
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'running') return clientOf(found.registry);
  const spawned = spawnSupervisor(context);
  // Loaded while the supervisor starts.
  const { awaitStart } = await import('./await-start.ts');
  const { notStarted } = await import('./unreachable.ts');
  await import('./control-client.ts');
  await awaitStart(spawned, join(paths.logFolder, 'supervisor.log'));
  const started = await findSupervisor(paths.registry);
  if (started.kind === 'running') return clientOf(started.registry);
  throw notStarted(started.kind === 'unclear' ? started.reason : 'it ended right after its start');
};

const clientOf = async ({ supervisor }: Registry): Promise<ControlClient> => {
  const { ControlClient } = await import('./control-client.ts');
  return new ControlClient(supervisor);
};
