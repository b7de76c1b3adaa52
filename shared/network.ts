/** Who can reach the reviews: only this machine, or anyone who can reach its ports. */
export type NetworkMode = 'local' | 'remote';

/** What determined the mode. */
export const networkReasons = [
  'starting',
  'asked',
  'setting',
  'sessions',
  'ssh',
  'container',
  'nothing',
] as const;
export type NetworkReason = (typeof networkReasons)[number];

/** A mode and its reason; `because` continues an English sentence that starts with the mode. */
export interface Network {
  readonly mode: NetworkMode;
  readonly because: string;
  readonly reason: NetworkReason;
}

/** A sign that the reviewer is on another machine, and the environment variable that shows it. */
export interface AwaySign {
  readonly kind: 'ssh' | 'container';
  readonly variable: string;
}

interface NetworkWishes {
  /** `--remote`, `--no-remote` or GALLEY_REMOTE; undefined if none is set. */
  readonly asked: boolean | undefined;
  /** The setting `remote`. */
  readonly setting: boolean | 'auto';
  /** The mode of the previous supervisor, if its sessions continue. */
  readonly before?: NetworkMode | undefined;
  readonly sign: AwaySign | undefined;
}

const modeOf = (isRemote: boolean): NetworkMode => (isRemote ? 'remote' : 'local');

/**
 * Determines the mode. In order of precedence: command line and environment, the setting, the mode of continuing
 * sessions, signs of SSH or a container.
 */
export const chooseNetwork = ({ asked, setting, before, sign }: NetworkWishes): Network => {
  if (asked !== undefined)
    return {
      mode: modeOf(asked),
      because: `${asked ? '--remote' : '--no-remote'} or GALLEY_REMOTE asks for it`,
      reason: 'asked',
    };
  if (setting !== 'auto')
    return {
      mode: modeOf(setting),
      because: 'the setting `remote` asks for it',
      reason: 'setting',
    };
  if (before !== undefined)
    return {
      mode: before,
      because: 'the open sessions use it',
      reason: 'sessions',
    };
  if (sign === undefined)
    return {
      mode: 'local',
      because: 'there is no sign of an SSH session or a development container',
      reason: 'nothing',
    };
  const place = sign.kind === 'ssh' ? 'an SSH session' : 'a development container';
  return { mode: 'remote', because: `${sign.variable} points to ${place}`, reason: sign.kind };
};

/** Tells the user who will have access to what. */
export const whoCanReach = (port: number): string =>
  `Anyone who can reach port ${port} of this machine can read and decide the open reviews; there is no log-in.`;
