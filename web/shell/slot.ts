/** Holds the current viewer, if any. */
export interface Slot<Shown> {
  readonly current: () => Shown | undefined;
  /** @returns a function to remove it */
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
