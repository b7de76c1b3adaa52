import type { Capability } from '../../../shared/session/capabilities.ts';
import { can } from './session-slice.ts';
import type { Action, State } from './state.ts';

/** Capability required by an action. */
const needed: Readonly<Partial<Record<Action['type'], Capability>>> = {
  'comments/added': 'comments',
  'comments/manyAdded': 'comments',
  'comments/changed': 'comments',
  'comments/removed': 'comments',
  'comments/manyRemoved': 'comments',
  'editors/opened': 'comments',
  'selection/passage': 'comments',
  'annotations/dismissed': 'triage',
  'annotations/restored': 'triage',
  'viewed/changed': 'viewed',
};

type Reduce = (state: State, action: Action) => State;

/** Wraps a reducer to ignore actions that the session has no capability for. */
export const withinCapabilities =
  (reduce: Reduce): Reduce =>
  (state, action) => {
    const need = needed[action.type];
    return need === undefined || can(state, need) ? reduce(state, action) : state;
  };
