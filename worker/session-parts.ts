import type { Assignment } from '../shared/supervisor/worker-messages.ts';
import { readHandlers } from './annotations/read-handlers.ts';
import { planHandler } from './document/plan-handler.ts';
import {
  diffFamilies,
  documentFamilies,
  findingFamilies,
  reviewerFamilies,
} from './handler-families.ts';
import { makeCore, type SessionCore, type SessionHooks } from './session-core.ts';
import type { SessionHandlers } from './session-handlers.ts';
import { infoHandlers } from './session/info-handlers.ts';

/** What a session consists of, put together. */
export type SessionParts = SessionCore & { readonly handlers: SessionHandlers };

/** Puts a session together: what reads from memory at once, the rest when it is asked for. */
export const assembleSession = (assignment: Assignment, hooks: SessionHooks): SessionParts => {
  const core = makeCore(assignment, hooks);
  const handlers: SessionHandlers = {
    ...readHandlers(core),
    ...infoHandlers(core),
    ...planHandler(core),
    ...findingFamilies(core),
    ...documentFamilies(core),
    ...diffFamilies(core),
    ...reviewerFamilies(core),
  };
  return { ...core, handlers };
};
