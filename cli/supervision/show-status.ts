import type { Status } from '../../shared/supervisor/status.ts';
import { connectIfRunning } from '../client/connect.ts';
import type { Context } from '../context.ts';
import { formatDuration } from '../output/duration.ts';
import { formatFields } from '../output/table.ts';
import { printJson, printResult } from '../output/print.ts';

/** Prints whether a supervisor is running, and what it is doing. Starts none. @returns the exit code */
export const showStatus = async (isJson: boolean, context: Context): Promise<number> => {
  const client = await connectIfRunning(context);
  if (client === undefined) {
    await (isJson ? printJson({ running: false }) : printResult('No supervisor is running.'));
    return 0;
  }
  const { body: status } = await client.call('getStatus');
  await (isJson
    ? printJson({ running: true, ...status })
    : printResult(formatFields(fieldsOf(status))));
  return 0;
};

const fieldsOf = ({ threads, totals, ...status }: Status): Record<string, string> => ({
  process: String(status.pid),
  release: status.release,
  node: status.nodeVersion,
  address: status.url,
  network: `${status.network.mode}, because ${status.network.because}`,
  ...(status.gateway === undefined ? {} : { gateway: `${status.gateway.url}/` }),
  uptime: formatDuration(Date.now() - Date.parse(status.startedAt)),
  reviews: `${status.sessions} open${status.unresponsive > 0 ? ` (${status.unresponsive} not responding)` : ''}, ${totals.opened} since it started`,
  workers: `${status.warmWorkers} ready for the next review`,
  tasks: `${threads.running} running, ${threads.queued} waiting, ${threads.completed} done, ${threads.failed} failed`,
});
