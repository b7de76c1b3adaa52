/** A persisted choice. Without storage, it lasts while the page is open. */
export interface StoredChoice {
  readonly get: () => string | undefined;
  readonly set: (choice: string) => void;
}

/** @param storage local or session storage; a function, since access may throw */
export const storedChoice = (storage: () => Storage, name: string): StoredChoice => ({
  get: () => {
    try {
      return storage().getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (choice) => {
    try {
      storage().setItem(name, choice);
    } catch {
      // Storage is unavailable.
    }
  },
});
