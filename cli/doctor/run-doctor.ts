import type { Context } from '../context.ts';
import { plainLine } from '../output/plain-text.ts';
import { printJson, printResult } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { checks, type Check, type Finding } from './checks.ts';

interface Row extends Finding {
  readonly name: string;
}

/** Runs all checks and prints the results. @returns the exit code, 1 if a check fails */
export const runDoctor = async (isJson: boolean, context: Context): Promise<number> => {
  const rows: Row[] = [];
  for (const check of checks) rows.push(await runCheck(check, context));
  const isHealthy = rows.every(({ status }) => status !== 'fail');
  await (isJson
    ? printJson({ ok: isHealthy, checks: rows })
    : printResult(rows.map(formatRow).join('')));
  return isHealthy ? 0 : 1;
};

const runCheck = async ({ name, run }: Check, context: Context): Promise<Row> => {
  try {
    return { name, ...(await run(context)) };
  } catch (error) {
    // Galley's error messages include advice.
    return { name, status: 'fail', message: toGalleyError(error).message };
  }
};

const formatRow = ({ name, status, message, advice }: Row): string => {
  const first = `${status.padEnd(4)}  ${name.padEnd(10)}  ${plainLine(message)}\n`;
  return advice === undefined ? first : `${first}${' '.repeat(18)}${plainLine(advice)}\n`;
};
