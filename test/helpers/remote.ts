import { temporaryHome, writeSettings } from './supervisor.ts';

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

/** Configures a home's gateway for any free port, so that tests do not collide on the default; no warm workers. */
export const freeGatewayPort = (home: string, settings: object = {}): Promise<void> =>
  writeSettings(home, { gatewayPort: 0, warmWorkers: 0, ...settings });

/** A GALLEY_HOME whose gateway uses any free port; other settings replace these. */
export const remoteHome = async (settings?: object) => {
  const place = await temporaryHome();
  await freeGatewayPort(place.home, settings);
  return place;
};
