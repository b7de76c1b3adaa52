import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chooseBrowser, withAddress, type Browser } from './choose-browser.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

interface ShowOptions {
  readonly url: string;
  readonly flag: string | false | undefined;
  readonly context: Context;
}

/**
 * Shows an address in a browser, if one is wanted and there is one. A browser that cannot be started is told on
 * stderr and is no error: the address stands there too.
 */
export const showAddress = async ({ url, flag, context }: ShowOptions): Promise<void> => {
  const browser = chooseBrowser({
    flag,
    // The command line's word needs no other.
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
  const { readConfig } = await import('../../shared/node/config-file.ts');
  // A broken config file is the supervisor's to report; the review goes on without it.
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
      const { default: open } = await import('open');
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
