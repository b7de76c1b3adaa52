import type { Env } from '../../shared/node/env.ts';
import type { Gateway } from '../../shared/supervisor/gateway.ts';

interface Place {
  readonly gateway: Gateway;
  readonly env: Pick<Env, 'awaySign' | 'sshServer'>;
  /** The user for SSH. */
  readonly user: string;
}

/** The address of a session on this machine, and at the other end of a forwarded port. */
export const forwardedAddress = ({ port }: Gateway, id: string): string =>
  `http://localhost:${port}/s/${id}/`;

const hostOf = ({ url }: Gateway): string => new URL(url).hostname;

/** The command that forwards the gateway's port to the machine where it runs. */
export const forwardingCommand = ({ gateway, env, user }: Place): string => {
  const { port } = gateway;
  const { sshServer } = env;
  const sshPort = sshServer === undefined || sshServer.port === 22 ? '' : `-p ${sshServer.port} `;
  const host = sshServer?.address ?? hostOf(gateway);
  return `ssh -L ${port}:127.0.0.1:${port} ${sshPort}${user}@${host}`;
};

/** Whether another machine can probably reach the address: not on loopback or in a container. */
export const isReachable = ({ gateway, env }: Pick<Place, 'gateway' | 'env'>): boolean =>
  env.awaySign?.kind !== 'container' && !hostOf(gateway).startsWith('127.');

/** How to open a page from another machine, given its address there. */
export const remoteInstructions = (place: Place, address: string): string =>
  place.env.awaySign?.kind === 'container'
    ? `From outside the container: forward port ${place.gateway.port}, then open ${address}`
    : `Through SSH: ${forwardingCommand(place)}\nthen open ${address}`;
