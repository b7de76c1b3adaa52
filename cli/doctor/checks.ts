import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chooseNetwork, whoCanReach, type Network } from '../../shared/network.ts';
import { readConfig } from '../../shared/node/config-file.ts';
import { gitEnv } from '../../shared/node/env.ts';
import { listen } from '../../shared/node/http/listen.ts';
import { release } from '../../shared/node/release.ts';
import { secureFolder } from '../../shared/node/secure-folder.ts';
import { chooseBrowser } from '../browser/choose-browser.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { readRegistry } from '../client/read-registry.ts';
import type { Context } from '../context.ts';

/** Result of a check; `advice` says what to do about it. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly advice?: string;
}

/** A check of something that Galley needs. If it throws, it has failed with the error's message. */
export interface Check {
  readonly name: string;
  readonly run: (context: Context) => Promise<Finding>;
}

const oldestNode = [20, 19] as const;

const isNodeNewEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
};

const node: Check = {
  name: 'node',
  run: async () => {
    const { node: version } = process.versions;
    return isNodeNewEnough(version)
      ? { status: 'ok', message: `Node ${version}` }
      : {
          status: 'fail',
          message: `Node ${version} is too old.`,
          advice: `Install Node ${oldestNode.join('.')} or newer.`,
        };
  },
};

const git: Check = {
  name: 'git',
  run: async () => {
    try {
      const { stdout } = await promisify(execFile)('git', ['--version'], { env: gitEnv() });
      return { status: 'ok', message: stdout.trim() };
    } catch {
      return {
        status: 'warn',
        message: 'git was not found.',
        advice: 'Install git: code changes cannot be reviewed without it.',
      };
    }
  },
};

const folders: Check = {
  name: 'folders',
  run: async ({ paths }) => {
    const needed = [
      paths.runtimeFolder,
      paths.stateFolder,
      paths.sessionsFolder,
      paths.decisionsFolder,
      paths.logFolder,
      paths.configFolder,
    ];
    for (const folder of needed) await secureFolder(folder);
    return {
      status: 'ok',
      message: `${paths.stateFolder} and ${paths.configFolder} are private`,
    };
  },
};

const config: Check = {
  name: 'config',
  run: async ({ paths }) => {
    await readConfig(paths.config);
    return { status: 'ok', message: `${paths.config} is valid` };
  },
};

const registry: Check = {
  name: 'registry',
  run: async ({ paths }) => {
    const found = readRegistry(paths.registry);
    switch (found.kind) {
      case 'none':
        return { status: 'ok', message: 'There is none yet.' };
      case 'found':
        return { status: 'ok', message: `${found.registry.sessions.length} reviews recorded` };
      case 'unreadable':
        return {
          status: 'fail',
          message: `${paths.registry} cannot be read: ${found.reason}.`,
          advice: 'Run `galley supervisor start`, which sets it aside, or remove the file.',
        };
      case 'unsafe':
        return {
          status: 'fail',
          message: `${paths.registry} is not trusted: ${found.reason}.`,
          advice: found.advice,
        };
    }
  },
};

const supervisor: Check = {
  name: 'supervisor',
  run: async ({ paths }) => {
    const found = await findSupervisor(paths.registry);
    if (found.kind === 'none')
      return { status: 'ok', message: 'None is running; the next review starts one.' };
    if (found.kind === 'unclear')
      return {
        status: 'fail',
        message: `Cannot tell whether one is running: ${found.reason}.`,
        advice: found.advice,
      };
    const { pid, release: running } = found.registry.supervisor;
    return running === release
      ? { status: 'ok', message: `process ${pid} answers` }
      : {
          status: 'warn',
          message: `Process ${pid} is of release ${running}, this command of ${release}.`,
          advice: 'Run `galley supervisor stop` when no review is open.',
        };
  },
};

/** Files that mark a container; they say nothing about where the reviewer sits. */
const containerMarks = ['/.dockerenv', '/run/.containerenv'];

const local = ({ because }: Network): Finding => {
  const message = `local mode, because ${because}: only this machine can reach the reviews`;
  return containerMarks.some((mark) => existsSync(mark))
    ? {
        status: 'ok',
        message,
        advice: 'This is a container: --remote lets a browser outside of it reach them.',
      }
    : { status: 'ok', message };
};

/** Who can reach reviews opened here, why, and whether the running supervisor agrees. */
const network: Check = {
  name: 'network',
  run: async ({ env, paths }: Context) => {
    const { remote: setting, gatewayPort } = await readConfig(paths.config);
    const chosen = chooseNetwork({ asked: env.remote, setting, sign: env.awaySign });
    const found = readRegistry(paths.registry);
    const gateway = found.kind === 'found' ? found.registry.supervisor.gateway : undefined;
    const running = gateway === undefined ? 'local' : 'remote';
    if (found.kind === 'found' && running !== chosen.mode)
      return {
        status: 'warn',
        message: `${chosen.mode} mode here, because ${chosen.because}; but the recorded supervisor is in ${running} mode.`,
        advice: `\`galley supervisor restart ${chosen.mode === 'local' ? '--no-remote' : '--remote'}\` changes it; open reviews stay open.`,
      };
    if (chosen.mode === 'local') return local(chosen);
    return {
      status: 'warn',
      message: `remote mode, because ${chosen.because}. ${whoCanReach(gateway?.port ?? gatewayPort)}`,
      advice:
        '--no-remote, GALLEY_REMOTE=0 or `galley config set remote false` keeps them to this machine.',
    };
  },
};

const browser: Check = {
  name: 'browser',
  run: async ({ env, paths }) => {
    const setting = await readConfig(paths.config).then(
      (settings) => settings.browser,
      () => '',
    );
    const { browser: variable, hasDisplay } = env;
    const chosen = chooseBrowser({ flag: undefined, setting, variable, hasDisplay });
    switch (chosen.kind) {
      case 'system':
        return { status: 'ok', message: "the system's own" };
      case 'command':
        return { status: 'ok', message: chosen.command };
      case 'none':
        return {
          status: 'warn',
          message: 'No browser is opened here; the address of each review is printed.',
          advice: 'To open one, set $BROWSER or use `galley config set browser COMMAND`.',
        };
    }
  },
};

const loopback: Check = {
  name: 'loopback',
  run: async (): Promise<Finding> => {
    const { server, port } = await listen({
      handler: (_request, response) => response.end(),
      host: '127.0.0.1',
      port: 0,
    });
    await new Promise((resolve) => server.close(resolve));
    return { status: 'ok', message: `can listen on 127.0.0.1:${port}` };
  },
};

/** What `galley doctor` checks, in this order. */
export const checks: readonly Check[] = [
  node,
  git,
  folders,
  config,
  registry,
  supervisor,
  network,
  browser,
  loopback,
];
