import { existsSync } from 'node:fs';
import { chooseNetwork, whoCanReach, type Network } from '../../shared/network.ts';
import { readConfig } from '../../shared/node/config-file.ts';
import { readRegistry } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import type { Check, Finding } from './check.ts';

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
export const networkCheck: Check = {
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
