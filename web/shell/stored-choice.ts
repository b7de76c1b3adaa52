/**
 * A persisted choice. Without storage, it lasts while the page is open.
 * @param storage local or session storage; a function, since access may throw
 */
export const storedChoice = (storage: () => Storage, name: string) => ({
  get: (): string | undefined => {
    try {
      return storage().getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (choice: string): void => {
    try {
      storage().setItem(name, choice);
    } catch {
      // Storage is unavailable.
    }
  },
});
