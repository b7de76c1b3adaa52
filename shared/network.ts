/** Who can reach a supervisor's reviews: this machine alone, or whoever can reach its ports. */
export type NetworkMode = 'local' | 'remote';

/** What a mode may come from. */
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

/** A mode and why it is that one: `because` ends an English sentence that begins with the mode. */
export interface Network {
  readonly mode: NetworkMode;
  readonly because: string;
  readonly reason: NetworkReason;
}

/** What tells that whoever reviews sits at another machine, and the variable that tells it. */
export interface AwaySign {
  readonly kind: 'ssh' | 'container';
  readonly variable: string;
}

interface NetworkWishes {
  /** `--remote`, `--no-remote` or GALLEY_REMOTE; undefined where none of them says anything. */
  readonly asked: boolean | undefined;
  /** The setting `remote`. */
  readonly setting: boolean | 'auto';
  /** That of the supervisor before, where its sessions go on. */
  readonly before?: NetworkMode | undefined;
  readonly sign: AwaySign | undefined;
}

const modeOf = (isRemote: boolean): NetworkMode => (isRemote ? 'remote' : 'local');

/**
 * The command line and the environment first, then the setting; then sessions that go on are reached as before; then
 * what tells of an SSH session or a container.
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

/** The sentence about who can get at what, for whoever starts it. */
export const whoCanReach = (port: number): string =>
  `Anyone who can reach port ${port} of this machine can read and decide the open reviews; there is no log-in.`;
