import { readEnv } from '../shared/node/env.ts';
import { resolvePaths } from '../shared/node/paths.ts';
import { spawnEarly } from './client/early-supervisor.ts';

const argv = process.argv.slice(2);
const isJson = argv.includes('--json');
/** To a host, any other code than this means that its hook has nothing to say. */
const refusal = argv.some((word) => /^--format(?:=|$)/u.test(word)) ? 2 : undefined;

const run = async (): Promise<number> => {
  try {
    const env = readEnv();
    const paths = resolvePaths(env);
    const early = spawnEarly(argv, { env, paths });
    try {
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
  const { reportError } = await import('./output/report-error.ts');
  const exitCode = await reportError(error, isJson);
  return refusal ?? exitCode;
};

for (const stream of [process.stdout, process.stderr])
  stream.on('error', () => {
    // Whoever writes is told.
  });
process.on('uncaughtException', (error) => {
  void endWith(error);
});

const endWith = async (error: unknown): Promise<never> => process.exit(await report(error));

// All that was to be said is handed over by now; connections that are closing by themselves are not waited for.
void run().then((exitCode) => process.exit(exitCode));
