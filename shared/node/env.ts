import { hostname, homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { AwaySign } from '../network.ts';

/** What Galley takes from the environment, read once per process. */
export interface Env {
  /** One folder for all files, absolute; set by tests and by people who want it so. */
  readonly galleyHome: string | undefined;
  readonly xdgRuntimeDir: string | undefined;
  readonly xdgStateHome: string | undefined;
  readonly xdgConfigHome: string | undefined;
  readonly userHome: string;
  readonly temporaryFolder: string;
  /** GALLEY_REMOTE: whether to be reached from other machines; undefined where it says nothing. */
  readonly remote: boolean | undefined;
  /** What tells of an SSH session or a development container. */
  readonly awaySign: AwaySign | undefined;
  /** The address and port of this machine that the SSH session came in by. */
  readonly sshServer: { readonly address: string; readonly port: number } | undefined;
  /** Lower case, without a port. */
  readonly allowedHosts: readonly string[];
  /** SERVICE_AGENT_TERMINAL_REMOTE: whether routes that run commands answer in remote mode. */
  readonly runsRemoteCommands: boolean;
  readonly browser: string | undefined;
  /** File of certificates (PEM) that are trusted beside Node's own when a document is fetched. */
  readonly extraCaFile: string | undefined;
  /** Whether a browser could be shown here: no SSH, and a display where one is needed. */
  readonly hasDisplay: boolean;
  readonly hasColor: boolean;
  /** COPILOT_HOME and GEMINI_PLANS_DIR: where those agents keep the plans that their hooks name. */
  readonly copilotHome: string | undefined;
  readonly geminiPlans: string | undefined;
}

const nonEmpty = (value: string | undefined): string | undefined =>
  value === '' ? undefined : value;

const absolute = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : resolve(path);

const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';

/** Parses the environment. It alone reads `process.env`. */
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
 * The variables that a server of SSH sets, and those of the tools that make development containers. A container as
 * such is none: builds and services run in them, with nobody at the other end.
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

/** `SSH_CONNECTION`: the client's address and port, then the server's. */
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

/** The environment for git: nothing of the caller's GIT_* settings, no prompt, no lock on the index. */
export const gitEnv = (extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  LC_ALL: 'C.UTF-8',
  ...extra,
});

/**
 * Node 20 parses these and all its own when it starts: 30 ms and 2 MiB of every process, of which none but a thread
 * that fetches a document asks for one.
 */
const eagerCertificates = /^NODE_EXTRA_CA_CERTS$/u;

/** This process's environment less the variables whose name matches one of the patterns. */
const without = (...patterns: readonly RegExp[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !patterns.some((one) => one.test(name))),
  );

/**
 * The environment of a supervisor: the caller's, less what belongs to one terminal or one agent's run, so that
 * what one launching process sets does not leak into the next one's review.
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
 * The environment of a worker: the supervisor's, less what would make each of them parse certificates. What the threads
 * of Node itself leave behind in allocation arenas of their own is 1.7 MiB of an idle worker; glibc alone reads this.
 */
export const workerEnv = (): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '1',
  ...without(eagerCertificates),
});

/** The environment of the task process: the supervisor's, less the same. A task that fetches is told which certificates it needs. */
export const taskProcessEnv = (): NodeJS.ProcessEnv => without(eagerCertificates);
