/** A state that changes only by actions. */
export interface Store<State, Action> {
  readonly getState: () => State;
  /** Applies actions in order, then tells each listener once. */
  readonly dispatch: (...actions: readonly Action[]) => void;
  /** @returns what ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store, as far as it is read. */
export type Reader<State> = Pick<Store<State, never>, 'getState' | 'subscribe'>;

/** Makes a store of a pure reducer. Listeners hear of it only when the state is another one. */
export const createStore = <State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> => {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch: (...actions) => {
      let next = state;
      for (const action of actions) next = reduce(next, action);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** A reducer of each slice of a state. */
type Reducers<State> = {
  readonly [Slice in keyof State]: (slice: State[Slice], action: never) => State[Slice];
};

/**
 * The reducer of a state of slices: the part before the slash of an action's type names its slice. It gives the same
 * object where nothing changes.
 */
export const combineReducers =
  <State extends object, Action extends { readonly type: string }>(reducers: Reducers<State>) =>
  (state: State, action: Action): State => {
    const name = action.type.slice(0, action.type.indexOf('/')) as keyof State;
    const reduce = reducers[name] as (
      slice: State[keyof State],
      action: Action,
    ) => State[keyof State];
    const next = reduce(state[name], action);
    return next === state[name] ? state : { ...state, [name]: next };
  };
