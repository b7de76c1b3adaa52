import { identify, startTimeOf } from '../../shared/node/process-identity.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';

/** The sessions of a registry whose very processes live, without what must stay in the registry. */
export const liveSessions = ({ supervisor, sessions }: Registry): SessionView[] => {
  if (identify(process.pid)?.bootId !== supervisor.bootId) return [];
  return sessions
    .filter(({ pid, startTime }) => startTimeOf(pid) === startTime)
    .map(({ nonce: _, ...view }) => view);
};
