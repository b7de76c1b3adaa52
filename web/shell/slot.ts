/** Knows what shows something now, if anything does. */
export interface Slot<Shown> {
  readonly current: () => Shown | undefined;
  /** @returns what takes it out again */
  readonly put: (shown: Shown) => () => void;
}

export const createSlot = <Shown>(): Slot<Shown> => {
  let current: Shown | undefined;
  return {
    current: () => current,
    put: (shown) => {
      current = shown;
      return () => {
        if (current === shown) current = undefined;
      };
    },
  };
};
