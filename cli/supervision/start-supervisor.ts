import { connectInNetwork } from '../remote/connect-in-network.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';

/** Starts the supervisor unless it is running, and prints its address. @returns the exit code */
export const startSupervisor = async (isJson: boolean, context: Context): Promise<number> => {
  const { record } = await connectInNetwork(context);
  const { pid, url, release, startedAt, gateway } = record;
  if (gateway !== undefined) {
    const { printGateway } = await import('../remote/print-remote.ts');
    await printGateway({ gateway, token: record.token }, context);
  }
  await (isJson
    ? printJson({ running: true, pid, url, release, startedAt, gateway })
    : printResult(`The supervisor is running: process ${pid}, ${url}`));
  return 0;
};
