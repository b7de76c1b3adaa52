import { GalleyError } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { ControlClient } from './control-client.ts';
import { findSupervisor } from './find-supervisor.ts';
import { startSupervisor } from './start-supervisor.ts';
import { cannotTell } from './unreachable.ts';

/** A client of the supervisor that runs; undefined where none does. @throws GalleyError where it cannot be told */
export const connectIfRunning = async ({ paths }: Context): Promise<ControlClient | undefined> => {
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'unclear') throw cannotTell(found.reason);
  return found.kind === 'running' ? new ControlClient(found.registry.supervisor) : undefined;
};

/**
 * A client of the supervisor, which is started where none answers: the election settles what is left of another.
 * @throws GalleyError that says why it cannot be started
 */
export const connect = async (context: Context): Promise<ControlClient> => {
  const found = await findSupervisor(context.paths.registry);
  if (found.kind === 'running') return new ControlClient(found.registry.supervisor);
  await startSupervisor(context);
  const started = await findSupervisor(context.paths.registry);
  if (started.kind === 'running') return new ControlClient(started.registry.supervisor);
  const reason = started.kind === 'unclear' ? started.reason : 'it ended right after its start';
  throw new GalleyError(
    'no_supervisor',
    `The supervisor was started, but ${reason}. \`galley doctor\` says more.`,
  );
};
