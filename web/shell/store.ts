/** A store that changes only by actions. */
export interface Store<State, Action> {
  readonly getState: () => State;
  /** Applies actions in order, then notifies each listener once. */
  readonly dispatch: (...actions: readonly Action[]) => void;
  /** @returns a function to unsubscribe */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The read-only side of a store. */
export type Reader<State> = Pick<Store<State, never>, 'getState' | 'subscribe'>;

/** Creates a store; listeners are notified only if the state's identity changes. */
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

/** One reducer per slice. */
type Reducers = Readonly<Record<string, (slice: never, action: never) => unknown>>;

/** The state that the reducers keep: a slice for each. */
export type StateOf<Of extends Reducers> = {
  readonly [Slice in keyof Of]: ReturnType<Of[Slice]>;
};

/** The actions that they take. */
export type ActionOf<Of extends Reducers> = Parameters<Of[keyof Of]>[1];

/**
 * Combines slice reducers: the prefix of an action's type names its slice. Keeps the state's identity if nothing
 * changes.
 */
export const combineReducers =
  <State extends object, Action extends { readonly type: string }>(reducers: Reducers) =>
  (state: State, action: Action): State => {
    const name = action.type.slice(0, action.type.indexOf('/')) as keyof State & string;
    const reduce = reducers[name] as (
      slice: State[keyof State],
      action: Action,
    ) => State[keyof State];
    const next = reduce(state[name], action);
    return next === state[name] ? state : { ...state, [name]: next };
  };
