import { readEnv } from '../shared/node/env.ts';
import { resolvePaths } from '../shared/node/paths.ts';
import { runProgram } from './program.ts';

const run = async (argv: readonly string[]): Promise<number> => {
  try {
    const env = readEnv();
    return await runProgram(argv, { env, paths: resolvePaths(env) });
  } catch (error) {
    const { reportError } = await import('./output/report-error.ts');
    return reportError(error, argv.includes('--json'));
  }
};

// A reader that has seen enough, such as `head`, ends the command without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

void run(process.argv.slice(2)).then((exitCode) => (process.exitCode = exitCode));
