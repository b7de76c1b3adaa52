import { openInBrowser } from '../browser/open-in-browser.ts';
import type { Context } from '../context.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';

interface Presented {
  readonly session: Pick<SessionView, 'id' | 'url'>;
  readonly gateway: SupervisorRecord['gateway'];
}

/** Opens a session in the browser; in remote mode prints how to open it from elsewhere. */
export const present = async (
  { session, gateway }: Presented,
  browser: string | false | undefined,
  context: Context,
): Promise<void> => {
  if (gateway === undefined) return openInBrowser({ url: session.url, flag: browser, context });
  const { id, url } = session;
  const { printRemoteSession } = await import('../remote/print-remote.ts');
  const { forwardedAddress } = await import('../remote/remote-instructions.ts');
  await printRemoteSession({ id, url, gateway }, context);
  // A browser started here runs on this machine, or an editor forwards the port to it.
  await openInBrowser({ url: forwardedAddress(gateway, id), flag: browser, context });
};
