import type { ApiRoute } from '../shared/node/http/serve-route.ts';
import type { Mode } from '../shared/session/mode.ts';
import type { RoutePath } from '../shared/session/route.ts';
import { sessionPaths } from '../shared/session/session-paths.ts';
import type { Assignment } from '../shared/supervisor/worker-messages.ts';
import { changeContent } from './changes/change-content.ts';
import { watchSource } from './content/freshness.ts';
import type { SessionContent } from './content/session-content.ts';
import { documentContent } from './document/document-content.ts';
import { lazyFindingHandlers, lazyReviewerHandlers } from './lazy-session-handlers.ts';
import { makeCore, type SessionCore, type SessionHooks } from './session-core.ts';
import type { CommonRouteId, ServedHandlers } from './session-handlers.ts';
import { infoHandlers } from './session/info-handlers.ts';

/** The assembled parts of a session. */
export interface SessionParts extends SessionCore {
  readonly content: SessionContent<Partial<ServedHandlers>>;
  readonly handlers: ServedHandlers<CommonRouteId> & Partial<ServedHandlers>;
}

/** Assembles a session: what only reads memory eagerly, the rest lazily. */
export const assembleSession = (assignment: Assignment, hooks: SessionHooks): SessionParts => {
  const core = makeCore(assignment, hooks);
  const content = assignment.mode === 'review' ? changeContent(core) : documentContent(core);
  const freshness = watchSource(content.source, core.streams);
  const handlers = {
    ...infoHandlers(core),
    ...lazyFindingHandlers(core, content, freshness),
    ...lazyReviewerHandlers(core),
    ...content.handlers,
  };
  return { ...core, content, handlers };
};

/** The rows of the route table for a mode, with their handlers; other modes' routes do not exist. */
export const routesOf = (mode: Mode, handlers: Partial<ServedHandlers>): ApiRoute[] =>
  sessionPaths
    .filter(({ modes }: RoutePath) => modes === undefined || modes.includes(mode))
    .flatMap((route) => {
      const handler = handlers[route.id];
      return handler === undefined ? [] : [{ route, handler }];
    });
