import { spawn } from 'node:child_process';
import { once } from 'node:events';
import open from 'open';
import { readConfig } from '../../shared/node/config-file.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';
import { forwardedAddress, printRemoteSession } from '../remote/print-remote.ts';
import { chooseBrowser, withAddress, type Browser } from './choose-browser.ts';

interface ShowOptions {
  readonly url: string;
  readonly flag: string | false | undefined;
  readonly context: Context;
}

/**
 * Opens an address in the browser, if wanted and possible. Failure to start one is only noted on stderr, where the
 * address is printed too.
 */
export const openInBrowser = async ({ url, flag, context }: ShowOptions): Promise<void> => {
  const browser = chooseBrowser({
    flag,
    // The flag takes precedence.
    setting: flag === undefined || flag === '' ? await browserSetting(context) : '',
    variable: context.env.browser,
    hasDisplay: context.env.hasDisplay,
  });
  try {
    await launch(browser, url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await printNote(`galley: No browser could be started (${reason}). Open the address yourself.`);
  }
};

const browserSetting = async ({ paths }: Context): Promise<string> => {
  // The supervisor reports a broken config file.
  return readConfig(paths.config).then(
    ({ browser }) => browser,
    () => '',
  );
};

const launch = async (browser: Browser, url: string): Promise<void> => {
  switch (browser.kind) {
    case 'none':
      return;
    case 'system': {
      await open(url);
      return;
    }
    case 'command': {
      const child = spawn(browser.command, withAddress(browser.args, url), {
        detached: true,
        stdio: 'ignore',
      });
      await once(child, 'spawn');
      child.unref();
    }
  }
};

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
  await printRemoteSession({ id, url, gateway }, context);
  // A browser started here runs on this machine, or an editor forwards the port to it.
  await openInBrowser({ url: forwardedAddress(gateway, id), flag: browser, context });
};
