import { errorFromBody, GalleyError } from '../../shared/errors.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { startMessageSchema } from '../../shared/supervisor/start-messages.ts';
import type { FirstMessage, SpawnedSupervisor } from './spawn-supervisor.ts';

const startTimeoutMs = 15_000;

/**
 * Waits until a supervisor leads: the spawned one, or another that was faster. Then detaches from the spawned process.
 * @returns the leading supervisor's record
 * @throws GalleyError that says why it cannot start
 */
export const awaitStart = async (
  { child, first }: SpawnedSupervisor,
  logFile: string,
): Promise<SupervisorRecord> => {
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const beganMs = performance.now();
  try {
    const news = await first;
    const isLate = performance.now() - beganMs >= startTimeoutMs;
    const supervisor = recordOf(news, isLate);
    if (typeof supervisor === 'function') throw supervisor(logFile);
    return supervisor;
  } finally {
    clearTimeout(timer);
    if (child.connected) child.disconnect();
    child.unref();
  }
};

type Failure = (logFile: string) => GalleyError;

const recordOf = (news: FirstMessage, isLate: boolean): SupervisorRecord | Failure => {
  if (news.kind === 'failed')
    return because(
      isLate ? `it was not ready within ${startTimeoutMs / 1000} seconds` : news.reason,
    );
  const message = startMessageSchema.safeParse(news.message);
  if (!message.success) return because('it sent what this release does not understand');
  if (message.data.type === 'ready') return message.data.supervisor;
  const { body } = message.data;
  return () => errorFromBody(body);
};

const because =
  (reason: string): Failure =>
  (logFile) =>
    new GalleyError(
      'no_supervisor',
      `The supervisor could not be started: ${reason}. Its log is ${logFile}.`,
    );
