import { GalleyError } from '../../shared/errors.ts';
import { readDecision } from '../../shared/node/decision-file.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { liveSessions } from '../client/live-sessions.ts';
import { cannotTell } from '../client/unreachable.ts';
import type { Context } from '../context.ts';

/** What can be known of a session without a supervisor: it is open, or what was decided. */
export type FoundSession =
  | {
      readonly kind: 'open';
      readonly session: SessionView;
      /** Undefined in local mode. */
      readonly gateway: SupervisorRecord['gateway'];
    }
  | { readonly kind: 'ended'; readonly decision: Decision };

/**
 * Checks an id before it becomes part of a path or an address.
 * @throws GalleyError `not_found`
 */
export const checkId = (id: string): string => {
  if (!sessionIdSchema.safeParse(id).success) throw unknownSession(id);
  return id;
};

/** The error of an id that names no session. */
export const unknownSession = (id: string): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no review ${id}. \`galley sessions list\` shows those that are open.`,
  );

/**
 * Looks for a session in the registry, then among the decisions. Starts no supervisor.
 * @throws GalleyError `not_found`; `supervisor_unreachable` where it cannot be told
 */
export const findSession = async (id: string, { paths }: Context): Promise<FoundSession> => {
  checkId(id);
  const found = await findSupervisor(paths.registry);
  if (found.registry !== undefined) {
    const session = liveSessions(found.registry).find((candidate) => candidate.id === id);
    const { gateway } = found.registry.supervisor;
    if (session !== undefined) return { kind: 'open', session, gateway };
  }
  const decision = await readDecision(sessionFiles(paths, id).decision);
  if (decision !== undefined) return { kind: 'ended', decision };
  throw found.kind === 'unclear' ? cannotTell(found.reason) : unknownSession(id);
};
