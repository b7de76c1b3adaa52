import { readDecision } from '../../shared/node/decision-file.ts';
import { refuseUnsafeFolder } from '../../shared/node/secure-folder.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { checkId, unclearError, unknownSession } from '../client/client-errors.ts';
import { liveSessions } from '../client/read-registry.ts';
import type { Context } from '../context.ts';

/** What is known about a session without a supervisor: it is open, or its decision. */
type FoundSession =
  | {
      readonly kind: 'open';
      readonly session: ListedSession;
      /** Undefined in local mode. */
      readonly gateway: SupervisorRecord['gateway'];
    }
  | { readonly kind: 'ended'; readonly decision: Decision };

/**
 * Looks for a session in the registry, then among the decisions. Starts no supervisor.
 * @throws GalleyError `not_found`; `supervisor_unreachable` if that cannot be determined
 */
export const findSession = async (id: string, { paths }: Context): Promise<FoundSession> => {
  checkId(id);
  const found = await findSupervisor(paths.registry);
  if (found.registry !== undefined) {
    const session = liveSessions(found.registry).find((candidate) => candidate.id === id);
    const { gateway } = found.registry.supervisor;
    if (session !== undefined) return { kind: 'open', session, gateway };
  }
  refuseUnsafeFolder(paths.decisionsFolder);
  const decision = await readDecision(sessionFiles(paths, id).decision);
  if (decision !== undefined) return { kind: 'ended', decision };
  throw found.kind === 'unclear' ? unclearError(found) : unknownSession(id);
};
