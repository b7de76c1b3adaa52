import { spellProse } from '../../shared/visible-prose.ts';
import { json, stream } from '../../shared/node/http/reply.ts';
import { canOf, capabilitiesOf } from '../../shared/session/capabilities.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** Session information and the page's event stream. */
export const infoHandlers = ({
  assignment,
  preparation,
  gate,
  streams,
}: SessionCore): SessionHandlers<
  'getSession' | 'streamEvents' | 'streamUnseen' | 'getAiCapabilities'
> => ({
  getSession: () => json(sessionInfo(assignment, preparation.current, gate)),
  streamEvents: () => stream(streams.page),
  streamUnseen: () => stream(streams.unseenPage),
  getAiCapabilities: () => json({ available: false, providers: [] }),
});

/** `GET /api/session`: what the page knows about its session. */
const sessionInfo = (
  { id, mode, title, project, origin, openedAt, release, provided, reviewed = {} }: Assignment,
  preparation: Preparation,
  { decision, held }: Pick<DecisionGate, 'decision' | 'held'>,
): SessionInfo => {
  const capabilities = capabilitiesOf(mode, provided);
  return {
    id,
    mode,
    state: decision === undefined ? 'running' : 'exited',
    title: spellProse(title),
    project: spellProse(project),
    origin,
    openedAt,
    release,
    ...(reviewed.carriesNotes === false ? { carriesNotes: false } : {}),
    ...(reviewed.round === undefined ? {} : { round: reviewed.round }),
    preparation,
    capabilities,
    can: canOf(capabilities),
    ...(decision === undefined ? {} : { outcome: decision.outcome }),
    ...(held === undefined ? {} : { held }),
  };
};
