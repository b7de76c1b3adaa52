import { GalleyError } from '../../shared/errors.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { resumeWaiting } from '../client/resume-waiting.ts';
import type { Context } from '../context.ts';
import { findSession } from '../sessions/find-session.ts';
import type { OpenedSession } from './open-session.ts';

type Joined =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly opened: OpenedSession };

/**
 * Joins a review that was opened before: its decision, or the session as if opened now. Undefined if nothing is left of
 * it.
 * @throws GalleyError if that cannot be determined
 */
export const joinReview = async (id: string, context: Context): Promise<Joined | undefined> => {
  try {
    const resumed = await resumeWaiting(id, context);
    if (resumed.kind === 'decided') return resumed;
    const found = await findSession(id, context);
    if (found.kind === 'ended') return { kind: 'decided', decision: found.decision };
    const { session, gateway } = found;
    return { kind: 'open', opened: { client: resumed.client, session, gateway } };
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'not_found') return undefined;
    throw error;
  }
};
