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
// Whoever starts a supervisor wants a session opened: where none has run, the worker loads while the supervisor does.
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

/** Tells the process that spawned this one why there will be no supervisor. */
const reportFailure = (error: unknown): void => {
  const body: ReturnType<GalleyError['toBody']> =
    error instanceof Error && 'toBody' in error
      ? (error as GalleyError).toBody()
      : { error: `The supervisor could not start: ${String(error)}`, code: 'internal' };
  const message: StartMessage = { type: 'failed', body };
  const exit = () => process.exit(1);
  if (process.connected) process.send?.(message, undefined, undefined, exit);
  // Nobody spawned it: it runs in the foreground.
  else process.stderr.write(`galley: ${body.error}\n`, exit);
};

// Threads and sockets that are closing by themselves are not waited for.
run().then(() => process.exit(0), reportFailure);
