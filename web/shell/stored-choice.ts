/** What was chosen before. A browser that keeps nothing has no choices: one holds as long as the page is open. */
export interface StoredChoice {
  readonly get: () => string | undefined;
  readonly set: (choice: string) => void;
}

/** @param storage that of the browser or of the tab; merely to ask for it may throw */
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
      // As above.
    }
  },
});
