import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import { showAddress } from '../browser/show-address.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';

interface ShowOptions {
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
}

/** Shows the dashboard in the browser and prints its address, which opens it for whoever has it. @returns the exit code */
export const showDashboard = async (
  { browser, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const { record } = await connectInNetwork(context);
  const { gateway } = record;
  const url = dashboardAddress(gateway?.url ?? record.url, record);
  await (isJson ? printJson({ url }) : printResult(url));
  if (gateway === undefined) {
    await showAddress({ url, flag: browser, context });
    return 0;
  }
  const { tellDashboard } = await import('../remote/tell-remote.ts');
  await tellDashboard({ gateway, token: record.token }, context);
  // A browser that is started here is on this machine, or is handed what an editor forwards from it.
  const near = dashboardAddress(`http://localhost:${gateway.port}`, record);
  await showAddress({ url: near, flag: browser, context });
  return 0;
};
