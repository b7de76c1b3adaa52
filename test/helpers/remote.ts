import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryHome } from './supervisor.ts';

/** An environment that tells neither of an SSH session nor of a development container, wherever the tests run. */
export const nothingTells = {
  GALLEY_REMOTE: '',
  SSH_CONNECTION: '',
  SSH_TTY: '',
  REMOTE_CONTAINERS: '',
  CODESPACES: '',
  DEVCONTAINER: '',
  DEVPOD: '',
  GITPOD_WORKSPACE_ID: '',
} as const;

/** Lets a home's gateway choose its port, so that tests do not meet on the one of the default. */
export const freeGatewayPort = async (home: string): Promise<void> => {
  await mkdir(join(home, 'config'), { recursive: true, mode: 0o700 });
  await writeFile(join(home, 'config', 'config.json'), JSON.stringify({ gatewayPort: 0 }));
};

/** A GALLEY_HOME whose gateway chooses its port. */
export const remoteHome = async () => {
  const place = await temporaryHome();
  await freeGatewayPort(place.home);
  return place;
};
