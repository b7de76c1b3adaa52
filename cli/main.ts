import { readEnv } from '../shared/node/env.ts';
import { resolvePaths } from '../shared/node/paths.ts';
import { spawnEarly } from './client/early-supervisor.ts';

const run = async (argv: readonly string[]): Promise<number> => {
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
    const { reportError } = await import('./output/report-error.ts');
    return reportError(error, argv.includes('--json'));
  }
};

// A reader that has seen enough, such as `head`, ends the command without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

void run(process.argv.slice(2)).then((exitCode) => (process.exitCode = exitCode));
