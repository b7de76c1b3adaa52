import { connect } from '../client/connect.ts';
import type { Context } from '../context.ts';
import { printJson, printResult } from '../output/print.ts';

/** Starts the supervisor unless it runs, and says where. @returns the exit code */
export const startAndTell = async (isJson: boolean, context: Context): Promise<number> => {
  const { pid, url, release, startedAt } = (await connect(context)).record;
  await (isJson
    ? printJson({ running: true, pid, url, release, startedAt })
    : printResult(`The supervisor runs: process ${pid}, ${url}`));
  return 0;
};
