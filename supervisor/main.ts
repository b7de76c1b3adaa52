import { existsSync } from 'node:fs';
import type { GalleyError } from '../shared/errors.ts';
import { readEnv } from '../shared/node/env.ts';
import { resolvePaths } from '../shared/node/paths.ts';
import { leaveFlag, replaceFlag } from '../shared/supervisor/start-flags.ts';
import type { StartMessage } from '../shared/supervisor/start-messages.ts';
import { bundled } from './bundled.ts';
import { forkWorker } from './workers/fork-worker.ts';

const env = readEnv();
const paths = resolvePaths(env);
// A supervisor is started to open a session: if none has run before, load the first worker in parallel.
const firstWorker = existsSync(paths.registry)
  ? undefined
  : forkWorker(bundled.worker, bundled.reviewPage);

const run = async (): Promise<void> => {
  const { start } = await import('./start.ts');
  await start({
    env,
    paths,
    firstWorker,
    isReplacing: process.argv.includes(replaceFlag),
    isLeaving: process.argv.includes(leaveFlag),
  });
};

const reportFailure = (error: unknown): void => {
  const body: ReturnType<GalleyError['toBody']> =
    error instanceof Error && 'toBody' in error
      ? (error as GalleyError).toBody()
      : { error: `The supervisor could not start: ${String(error)}`, code: 'internal' };
  const message: StartMessage = { type: 'failed', body };
  const exit = () => process.exit(1);
  if (process.connected) process.send?.(message, undefined, undefined, exit);
  // No parent: it runs in the foreground.
  else process.stderr.write(`galley: ${body.error}\n`, exit);
};

// Threads and sockets that are still closing are not waited for.
run().then(() => process.exit(0), reportFailure);
