import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startMessageSchema } from '../../shared/supervisor/start-messages.ts';
import { ControlApi, readRegistry } from './control-api.ts';
import { makeHome, removeHome, stopSupervisorOf, type OwnHome } from './own-home.ts';

/** A supervisor in its own home, with its control API. */
export interface OwnSupervisor {
  readonly home: OwnHome;
  readonly control: ControlApi;
  /** Stops it with all its sessions and removes its files. */
  readonly stop: () => Promise<void>;
}

/** Starts the built supervisor and waits until it leads. @throws Error if it does not, after cleaning up */
export const startSupervisor = async (dist: string): Promise<OwnSupervisor> => {
  const home = await makeHome();
  try {
    await runSupervisor(dist, home);
    const control = new ControlApi(await readRegistry(home.paths.registry));
    const stop = async () => {
      await control.destroy();
      await stopSupervisorOf(home);
      await removeHome(home);
    };
    return { home, control, stop };
  } catch (error) {
    await stopSupervisorOf(home);
    await removeHome(home);
    throw error;
  }
};

const runSupervisor = (dist: string, home: OwnHome): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(join(dist, 'supervisor.cjs'), [], {
      detached: true,
      env: home.env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The supervisor ended with ${code}.`)));
    child.once('message', (raw) => {
      const message = startMessageSchema.parse(raw);
      if (message.type === 'ready') resolve();
      else reject(new Error(message.body.error));
    });
  });
