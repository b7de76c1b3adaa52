import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryHome } from './supervisor.ts';

/** An environment without signs of SSH or a development container, wherever the tests run. */
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

/** Configures a home's gateway for any free port, so that tests do not collide on the default. */
export const freeGatewayPort = async (home: string): Promise<void> => {
  await mkdir(join(home, 'config'), { recursive: true, mode: 0o700 });
  await writeFile(join(home, 'config', 'config.json'), JSON.stringify({ gatewayPort: 0 }));
};

/** A GALLEY_HOME whose gateway uses any free port. */
export const remoteHome = async () => {
  const place = await temporaryHome();
  await freeGatewayPort(place.home);
  return place;
};
