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
