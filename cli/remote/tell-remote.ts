import { userInfo } from 'node:os';
import { whoCanReach } from '../../shared/network.ts';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import type { Gateway } from '../../shared/supervisor/gateway.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';
import { forwardedAddress, isReachable, wayFromElsewhere } from './ways-to-open.ts';

interface RemoteSession {
  readonly id: string;
  readonly url: string;
  readonly gateway: Gateway;
}

/** Says on stderr how a session in remote mode is opened from elsewhere, and who else can open it. */
export const tellRemoteSession = async (
  { id, url, gateway }: RemoteSession,
  { env }: Context,
): Promise<void> => {
  const place = { gateway, env, user: userInfo().username };
  await printNote(wayFromElsewhere(place, forwardedAddress(gateway, id)));
  await printNote(warning(gateway));
  if (process.stderr.isTTY && isReachable(place)) await printCode(`${url}/`);
};

interface RemoteDashboard {
  readonly gateway: Gateway;
  /** Of the control API. */
  readonly token: string;
}

/** The same for all of them: where the dashboard is. */
export const tellGateway = async (remote: RemoteDashboard, context: Context): Promise<void> => {
  await printNote(`All reviews: ${dashboardAddress(remote.gateway.url, remote)}`);
  await tellDashboard(remote, context);
};

/** How the dashboard is opened from elsewhere, and who else can open the reviews. */
export const tellDashboard = async (
  { gateway, token }: RemoteDashboard,
  { env }: Context,
): Promise<void> => {
  const place = { gateway, env, user: userInfo().username };
  const near = dashboardAddress(`http://localhost:${gateway.port}`, { token });
  await printNote(wayFromElsewhere(place, near));
  await printNote(warning(gateway));
};

const warning = ({ port }: Gateway): string =>
  `${whoCanReach(port)} \`galley supervisor restart --no-remote\` keeps new ones to this machine.`;

/** For a phone that is held before the screen. */
const printCode = async (address: string): Promise<void> => {
  const { renderUnicodeCompact } = await import('uqr');
  await printNote(renderUnicodeCompact(address));
};
