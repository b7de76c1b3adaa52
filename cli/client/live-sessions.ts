import { identify, startTimeOf } from '../../shared/node/process-identity.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { viewOf } from '../../shared/session/session-view.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';

/** The sessions of a registry whose very processes live, without what must stay in the registry. */
export const liveSessions = ({ supervisor, sessions }: Registry): SessionView[] => {
  if (identify(process.pid)?.bootId !== supervisor.bootId) return [];
  return sessions.filter(({ pid, startTime }) => startTimeOf(pid) === startTime).map(viewOf);
};

/**
 * The same for a registry whose supervisor answers. That one reaps the dead at once, so that no number can have gone
 * to another process yet, and the cheapest look is enough: a thousand take half a millisecond instead of ten.
 */
export const unreapedSessions = ({ sessions }: Registry): SessionView[] =>
  sessions.filter(({ pid }) => hasProcess(pid)).map(viewOf);

const hasProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    // ESRCH: it is gone. It is never another user's, which would be EPERM.
    return false;
  }
};
