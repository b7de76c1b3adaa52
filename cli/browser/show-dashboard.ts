import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import { openInBrowser } from './open-in-browser.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';
import { printRemoteDashboard } from '../remote/print-remote.ts';

interface ShowOptions {
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
}

/** Opens the dashboard in the browser and prints its address, which contains the token. @returns the exit code */
export const showDashboard = async (
  { browser, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const { record } = await connectInNetwork(context);
  const { gateway } = record;
  const url = dashboardAddress(gateway?.url ?? record.url, record);
  await (isJson ? printJson({ url }) : printResult(url));
  if (gateway === undefined) {
    await openInBrowser({ url, flag: browser, context });
    return 0;
  }
  await printRemoteDashboard({ gateway, token: record.token }, context);
  // A browser started here runs on this machine, or an editor forwards the port to it.
  const localUrl = dashboardAddress(`http://localhost:${gateway.port}`, record);
  await openInBrowser({ url: localUrl, flag: browser, context });
  return 0;
};
