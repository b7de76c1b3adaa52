import { json, stream } from '../../shared/node/http/reply.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { Streams } from '../events/streams.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { PreparationState } from './preparation-state.ts';
import { sessionInfo } from './session-info.ts';

interface InfoParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
  readonly gate: DecisionGate;
  readonly streams: Streams;
}

/** Session information and the page's event stream. */
export const infoHandlers = ({
  assignment,
  preparation,
  gate,
  streams,
}: InfoParts): SessionHandlers<'getSession' | 'streamEvents' | 'getAiCapabilities'> => ({
  getSession: () => json(sessionInfo(assignment, preparation.current, gate)),
  streamEvents: () => stream(streams.page),
  getAiCapabilities: () => json({ available: false, providers: [] }),
});
