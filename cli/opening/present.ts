import { showAddress } from '../browser/show-address.ts';
import type { Context } from '../context.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';

interface Presented {
  readonly session: Pick<SessionView, 'id' | 'url'>;
  readonly gateway: SupervisorRecord['gateway'];
}

/** Shows a session in the browser, and says in remote mode how it is opened from elsewhere. */
export const present = async (
  { session, gateway }: Presented,
  browser: string | false | undefined,
  context: Context,
): Promise<void> => {
  if (gateway === undefined) return showAddress({ url: session.url, flag: browser, context });
  const { id, url } = session;
  const { tellRemoteSession } = await import('../remote/tell-remote.ts');
  const { forwardedAddress } = await import('../remote/ways-to-open.ts');
  await tellRemoteSession({ id, url, gateway }, context);
  // A browser that is started here is on this machine, or is handed what an editor forwards from it.
  await showAddress({ url: forwardedAddress(gateway, id), flag: browser, context });
};
