import { accessSync, constants } from 'node:fs';
import { hostname, homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { AwaySign } from '../network.ts';

/** Everything that Galley reads from the environment, once per process. */
export interface Env {
  /** One absolute folder for all files, for tests and for people who want that. */
  readonly galleyHome: string | undefined;
  readonly xdgRuntimeDir: string | undefined;
  readonly xdgStateHome: string | undefined;
  readonly xdgConfigHome: string | undefined;
  readonly userHome: string;
  readonly temporaryFolder: string;
  /** GALLEY_REMOTE: whether other machines can connect; undefined if unset. */
  readonly remote: boolean | undefined;
  /** Evidence of an SSH session or a development container. */
  readonly awaySign: AwaySign | undefined;
  /** This machine's address and port in the SSH connection. */
  readonly sshServer: { readonly address: string; readonly port: number } | undefined;
  /** Lower case, without a port. */
  readonly allowedHosts: readonly string[];
  /** SERVICE_AGENT_TERMINAL_REMOTE: whether routes that run commands work in remote mode. */
  readonly runsRemoteCommands: boolean;
  readonly browser: string | undefined;
  /** Extra trusted certificates (PEM) for fetching documents. */
  readonly extraCaFile: string | undefined;
  /** Whether a browser can be opened here: no SSH, and a display if the platform needs one. */
  readonly hasDisplay: boolean;
  readonly hasColor: boolean;
  /** COPILOT_HOME and GEMINI_PLANS_DIR: where those agents keep plans. */
  readonly copilotHome: string | undefined;
  readonly geminiPlans: string | undefined;
}

const nonEmpty = (value: string | undefined): string | undefined =>
  value === '' ? undefined : value;

const absolute = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : resolve(path);

const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';

/** Parses the environment. Nothing else reads `process.env`. */
export const readEnv = (variables: NodeJS.ProcessEnv = process.env): Env => ({
  galleyHome: absolute(nonEmpty(variables['GALLEY_HOME'])),
  xdgRuntimeDir: nonEmpty(variables['XDG_RUNTIME_DIR']),
  xdgStateHome: nonEmpty(variables['XDG_STATE_HOME']),
  xdgConfigHome: nonEmpty(variables['XDG_CONFIG_HOME']),
  userHome: homedir(),
  temporaryFolder: tmpdir(),
  remote:
    nonEmpty(variables['GALLEY_REMOTE']) === undefined
      ? undefined
      : isOn(variables['GALLEY_REMOTE']),
  awaySign: awaySign(variables),
  sshServer: sshServer(variables['SSH_CONNECTION']),
  allowedHosts: [hostname(), ...(variables['GALLEY_ALLOWED_HOSTS'] ?? '').split(',')]
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== ''),
  runsRemoteCommands: isOn(variables['SERVICE_AGENT_TERMINAL_REMOTE']),
  browser: nonEmpty(variables['BROWSER']),
  extraCaFile: nonEmpty(variables['GALLEY_EXTRA_CA_CERTS'] ?? variables['NODE_EXTRA_CA_CERTS']),
  hasDisplay: hasDisplay(variables),
  hasColor: !isOn(variables['NO_COLOR']) && variables['TERM'] !== 'dumb',
  copilotHome: nonEmpty(variables['COPILOT_HOME']),
  geminiPlans: nonEmpty(variables['GEMINI_PLANS_DIR']),
});

/**
 * Set by SSH servers and by tools for development containers. A plain container does not count: builds and services run
 * in them without a user.
 */
const awayVariables: readonly (readonly [kind: AwaySign['kind'], variable: string])[] = [
  ['ssh', 'SSH_CONNECTION'],
  ['ssh', 'SSH_TTY'],
  ['container', 'REMOTE_CONTAINERS'],
  ['container', 'CODESPACES'],
  ['container', 'DEVCONTAINER'],
  ['container', 'DEVPOD'],
  ['container', 'GITPOD_WORKSPACE_ID'],
];

const awaySign = (variables: NodeJS.ProcessEnv): AwaySign | undefined => {
  const found = awayVariables.find(([, variable]) => isOn(variables[variable]));
  return found === undefined ? undefined : { kind: found[0], variable: found[1] };
};

/** `SSH_CONNECTION` has the client's address and port, then the server's. */
const sshServer = (connection: string | undefined): Env['sshServer'] => {
  const [, , address, port] = connection?.split(' ') ?? [];
  return address === undefined || port === undefined || !/^[0-9a-f:.]+$/iu.test(address)
    ? undefined
    : { address, port: Number(port) };
};

const hasDisplay = (variables: NodeJS.ProcessEnv): boolean => {
  if (isOn(variables['SSH_CONNECTION']) || isOn(variables['SSH_TTY'])) return false;
  return (
    process.platform !== 'linux' ||
    isOn(variables['DISPLAY']) ||
    isOn(variables['WAYLAND_DISPLAY']) ||
    isOn(variables['WSL_DISTRO_NAME'])
  );
};

/** The environment for git: none of the caller's GIT_* variables, no prompts, no lock on the index. */
export const gitEnv = (extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  LC_ALL: 'C.UTF-8',
  ...extra,
});

/** Jujutsu's program: the absolute path of JJ_BIN, else `jj` of PATH. */
export const jjProgram = (): string => absolute(nonEmpty(process.env['JJ_BIN'])) ?? 'jj';

/** Whether Jujutsu's program is there. */
export const hasJj = (): boolean => {
  const program = jjProgram();
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
};

/** The environment for jj: none of the caller's JJ_* and GIT_* variables, and an empty configuration. */
export const jjEnv = (configFolder: string): NodeJS.ProcessEnv => ({
  ...without(/^(?:JJ|GIT)_/u),
  JJ_CONFIG: '/dev/null',
  XDG_CONFIG_HOME: configFolder,
  LC_ALL: 'C.UTF-8',
});

/** Where the user's programs have their configuration. */
export const userConfigFolder = (): string =>
  nonEmpty(process.env['XDG_CONFIG_HOME']) ?? join(homedir(), '.config');

/**
 * If set, Node 20 parses these and its own certificates at start: 30 ms and 2 MiB in every process, though only a
 * thread that fetches a document needs them.
 */
const eagerCertificates = /^NODE_EXTRA_CA_CERTS$/u;

/** This process's environment without variables whose name matches a pattern. */
const without = (...patterns: readonly RegExp[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !patterns.some((one) => one.test(name))),
  );

/**
 * The environment of a supervisor: the caller's without what belongs to one terminal or agent, so that nothing leaks
 * into the next launching process's review.
 */
export const supervisorEnv = (): NodeJS.ProcessEnv => {
  const { extraCaFile } = readEnv();
  return {
    ...without(
      /^(?:CLAUDE|CODEX_|GEMINI_CLI|NODE_OPTIONS$|NODE_CHANNEL_|npm_|GIT_)/u,
      eagerCertificates,
    ),
    ...(extraCaFile === undefined ? {} : { GALLEY_EXTRA_CA_CERTS: resolve(extraCaFile) }),
  };
};

/**
 * The environment of a worker: the supervisor's without extra certificates. The allocation arenas of Node's own threads
 * take 1.7 MiB of an idle worker. With a threshold that stays at its default, freed memory goes back to the system: what
 * a worker has grown by after a thousand requests is a quarter less. Both variables are glibc's.
 */
export const workerEnv = (): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...without(eagerCertificates),
});

/**
 * The environment of the task process: the supervisor's without extra certificates. Tasks that fetch get them by path.
 */
export const taskProcessEnv = (): NodeJS.ProcessEnv => without(eagerCertificates);
