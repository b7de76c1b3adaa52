import type { Capability } from '../../../shared/session/capabilities.ts';
import { can } from './session-slice.ts';
import type { Action, State } from './state.ts';

/** What an action needs of the session. */
const needed: Readonly<Partial<Record<Action['type'], Capability>>> = {
  'comments/added': 'comments',
  'comments/changed': 'comments',
  'comments/removed': 'comments',
  'editors/opened': 'comments',
  'selection/passage': 'comments',
  'annotations/dismissed': 'triage',
  'annotations/restored': 'triage',
  'viewed/changed': 'viewed',
};

type Reduce = (state: State, action: Action) => State;

/** The same reducer, for which what the session cannot do changes nothing, whatever is pressed. */
export const withinCapabilities =
  (reduce: Reduce): Reduce =>
  (state, action) => {
    const need = needed[action.type];
    return need === undefined || can(state, need) ? reduce(state, action) : state;
  };
