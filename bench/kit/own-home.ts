import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../../shared/node/env.ts';
import { resolvePaths, type Paths } from '../../shared/node/paths.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';
import { ControlApi, readRegistry } from './control-api.ts';
import { until } from './until.ts';

/** A GALLEY_HOME for the benchmarks, separate from the user's. */
export interface OwnHome {
  readonly folder: string;
  readonly paths: Paths;
  /** The environment for processes that use it. */
  readonly env: NodeJS.ProcessEnv;
}

export const makeHome = async (): Promise<OwnHome> => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
  const variables = { GALLEY_HOME: folder, GALLEY_REMOTE: '0' };
  return {
    folder,
    paths: resolvePaths(readEnv(variables)),
    env: { ...process.env, ...variables },
  };
};

export const removeHome = ({ folder }: OwnHome): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Stops the supervisor in a home's registry, if any, with all its sessions; resolves when it is gone. */
export const stopSupervisorOf = async ({ paths }: OwnHome): Promise<void> => {
  let registry: Registry;
  try {
    registry = await readRegistry(paths.registry);
  } catch {
    // None was started, or it has already exited.
    return;
  }
  await stopSupervisor(registry);
};

const stopSupervisor = async (registry: Registry): Promise<void> => {
  const control = new ControlApi(registry);
  const gone = () =>
    until(() => Promise.resolve(isAlive(registry.supervisor) ? undefined : true), {
      what: 'the end of the supervisor',
      deadlineMs: 120_000,
    });
  try {
    await control.shutdown();
    await gone();
  } catch {
    // It does not respond: kill the recorded processes.
    const { bootId } = registry.supervisor;
    for (const one of [registry.supervisor, ...registry.sessions])
      if (isAlive({ ...one, bootId })) process.kill(one.pid, 'SIGKILL');
    await gone();
  } finally {
    await control.destroy();
  }
};
