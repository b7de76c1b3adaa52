type Choice = 'theme' | 'notifications' | 'grouping';

const nameOf = (choice: Choice): string => `galley.dashboard.${choice}`;

/** What was chosen in this browser before. A browser that keeps nothing has no choices. */
export const kept = (choice: Choice): string | undefined => {
  try {
    return localStorage.getItem(nameOf(choice)) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a choice for the next time, where the browser lets it. */
export const keep = (choice: Choice, value: string): void => {
  try {
    localStorage.setItem(nameOf(choice), value);
  } catch {
    // It holds as long as the page is open.
  }
};
