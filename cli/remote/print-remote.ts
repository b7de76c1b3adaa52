import { userInfo } from 'node:os';
import { whoCanReach } from '../../shared/network.ts';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import type { Gateway } from '../../shared/supervisor/gateway.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';
import { forwardedAddress, isReachable, remoteInstructions } from './remote-instructions.ts';

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
const printCode = async (address: string): Promise<void> => {
  const { renderUnicodeCompact } = await import('uqr');
  await printNote(renderUnicodeCompact(address));
};
