import { userInfo } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import { whoCanReach } from '../../shared/network.ts';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import type { Env } from '../../shared/node/env.ts';
import type { Gateway } from '../../shared/supervisor/registry.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

interface RemoteSession {
  readonly id: string;
  readonly url: string;
  readonly gateway: Gateway;
}

/** Prints on stderr how to open a session from another machine, and who else can. */
export const printRemoteSession = async (
  { id, url, gateway }: RemoteSession,
  { env }: Context,
): Promise<void> => {
  const place = { gateway, env, user: userInfo().username };
  await printNote(remoteInstructions(place, forwardedAddress(gateway, id)));
  await printNote(warning(gateway));
  if (process.stderr.isTTY && isReachable(place)) await printCode(`${url}/`);
};

interface RemoteDashboard {
  readonly gateway: Gateway;
  /** Of the control API. */
  readonly token: string;
}

/** Prints the dashboard's address, how to open it from another machine, and who else can open the reviews. */
export const printGateway = async (remote: RemoteDashboard, context: Context): Promise<void> => {
  await printNote(`All reviews: ${dashboardAddress(remote.gateway.url, remote)}`);
  await printRemoteDashboard(remote, context);
};

/** Prints how to open the dashboard from another machine, and who else can open the reviews. */
export const printRemoteDashboard = async (
  { gateway, token }: RemoteDashboard,
  { env }: Context,
): Promise<void> => {
  const place = { gateway, env, user: userInfo().username };
  const localUrl = dashboardAddress(`http://localhost:${gateway.port}`, { token });
  await printNote(remoteInstructions(place, localUrl));
  await printNote(warning(gateway));
};

const warning = ({ port }: Gateway): string =>
  `${whoCanReach(port)} \`galley supervisor restart --no-remote\` keeps new ones to this machine.`;

/** A QR code, for a phone. */
const printCode = (address: string): Promise<void> => printNote(renderUnicodeCompact(address));

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
