import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorFromBody, GalleyError } from '../../shared/errors.ts';
import { supervisorEnv } from '../../shared/node/env.ts';
import { startMessageSchema } from '../../shared/supervisor/start-messages.ts';
import type { Context } from '../context.ts';

const supervisorFile = join(dirname(fileURLToPath(import.meta.url)), 'supervisor.cjs');
const startTimeoutMs = 15_000;

/**
 * Starts a supervisor that outlives this process, and resolves when one leads: this one, or another that was faster.
 * @throws GalleyError that says why it cannot start
 */
export const startSupervisor = async ({ env, paths }: Context): Promise<void> => {
  const child = spawn(process.execPath, [supervisorFile], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Relative to this process's folder until here, and to `/` there.
    env: {
      ...supervisorEnv(),
      ...(env.galleyHome === undefined ? {} : { GALLEY_HOME: env.galleyHome }),
    },
  });
  try {
    await started(child, join(paths.logFolder, 'supervisor.log'));
  } finally {
    if (child.connected) child.disconnect();
    child.unref();
  }
};

const started = (child: ChildProcess, logFile: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (what: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(
        new GalleyError(
          'no_supervisor',
          `The supervisor could not be started: ${what}. Its log is ${logFile}.`,
          { cause },
        ),
      );
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`it was not ready within ${startTimeoutMs / 1000} seconds`);
    }, startTimeoutMs);
    child.once('error', (error) => fail(error.message, error));
    child.once('exit', (code, signal) => {
      const ended = () => fail(`it ended at once (${signal ?? `exit code ${code}`})`);
      // Its last message may still be on the way.
      if (child.connected) child.once('disconnect', ended);
      else ended();
    });
    child.once('message', (received) => {
      const message = startMessageSchema.safeParse(received);
      if (!message.success) return fail('it sent what this release does not understand');
      clearTimeout(timer);
      return message.data.type === 'ready' ? resolve() : reject(errorFromBody(message.data.body));
    });
  });
