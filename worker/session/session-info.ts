import { canOf, capabilitiesOf } from '../../shared/session/capabilities.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';

/** `GET /api/session`: what the page knows about its session. */
export const sessionInfo = (
  { id, mode, title, project, origin, openedAt, release, provided, reviewed = {} }: Assignment,
  preparation: Preparation,
  { decision, held }: Pick<DecisionGate, 'decision' | 'held'>,
): SessionInfo => {
  const capabilities = capabilitiesOf(mode, provided);
  return {
    id,
    mode,
    state: decision === undefined ? 'running' : 'exited',
    title,
    project,
    origin,
    openedAt,
    release,
    ...(reviewed.round === undefined ? {} : { round: reviewed.round }),
    preparation,
    capabilities,
    can: canOf(capabilities),
    ...(decision === undefined ? {} : { outcome: decision.outcome }),
    ...(held === undefined ? {} : { held }),
  };
};
