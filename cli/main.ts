import { readEnv } from '../shared/node/env.ts';
import { resolvePaths } from '../shared/node/paths.ts';
import { reportError } from './output/report-error.ts';
import { spawnEarly } from './client/spawn-supervisor.ts';

const argv = process.argv.slice(2);
const isJson = argv.includes('--json');
/** Exit code 2 is the only one that a host takes for a refusal by its hook. */
const refusal = argv.some((word) => /^--format(?:=|$)/u.test(word)) ? 2 : undefined;

const run = async (): Promise<number> => {
  try {
    const env = readEnv();
    const paths = resolvePaths(env);
    const early = spawnEarly(argv, { env, paths });
    try {
      // Loaded while a supervisor starts.
      const { runProgram } = await import('./program.ts');
      return await runProgram(argv, { env, paths, early });
    } finally {
      early?.drop();
    }
  } catch (error) {
    return report(error);
  }
};

const report = async (error: unknown): Promise<number> => {
  const exitCode = await reportError(error, isJson);
  return refusal ?? exitCode;
};

for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => {
    // Reported to the writer.
  });
process.on('uncaughtException', (error) => {
  void endWith(error);
});

const endWith = async (error: unknown): Promise<never> => process.exit(await report(error));

// All output is flushed by now; connections that are still closing are not waited for.
void run().then((exitCode) => process.exit(exitCode));
