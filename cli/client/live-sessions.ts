import { identify, startTimeOf } from '../../shared/node/process-identity.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';

/** The public views of sessions whose processes are alive, verified against pid reuse. */
export const liveSessions = ({ supervisor, sessions }: Registry): SessionView[] => {
  if (identify(process.pid)?.bootId !== supervisor.bootId) return [];
  return sessions.filter(({ pid, startTime }) => startTimeOf(pid) === startTime).map(viewOf);
};

/**
 * The same, if the supervisor is known to be running. It reaps its dead children at once, so pids cannot have been
 * reused and a plain signal check is enough: 0.5 ms for a thousand instead of 10.
 */
export const unreapedSessions = ({ sessions }: Registry): SessionView[] =>
  sessions.filter(({ pid }) => hasProcess(pid)).map(viewOf);

const hasProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: gone. Never EPERM, as it cannot be another user's process.
    return false;
  }
};
