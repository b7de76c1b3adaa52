import type { Death } from '../../shared/session/session.ts';
import { workerExitCodes } from '../../shared/supervisor/worker-messages.ts';

interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the supervisor asked it to exit. */
  readonly isRequested: boolean;
}

/** Classifies a worker's exit, with a message for people. V8 exits with SIGABRT when its heap is full. */
export const classifyDeath = ({ exitCode, signal, isRequested }: Exit): Death => {
  const death = (kind: Death['class'], message: string): Death => ({
    class: kind,
    exitCode,
    signal,
    message,
  });
  if (exitCode === workerExitCodes.clean) return death('clean', 'The session ended.');
  if (isRequested) return death('closed', 'The session was closed and its process stopped.');
  if (signal === 'SIGABRT' || exitCode === 134)
    return death('out-of-memory', "The session's process ran out of memory.");
  if (signal !== null) return death('killed', `The session's process was killed (${signal}).`);
  if (exitCode === workerExitCodes.cannotListen)
    return death('start-failed', "The session's process could not listen on a port.");
  return death(
    'crash',
    `The session's process crashed (exit code ${exitCode}). Its log says more.`,
  );
};
