let attempts = 0;

/**
 * Dynamic import that can be retried. Chromium caches a failed import by URL, so the retry appends a query to the URL
 * in the error message.
 */
export const importModule = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    const address = /\bhttps?:\S+/u.exec(String(error))?.[0];
    if (address === undefined) throw error;
    attempts += 1;
    return (await import(/* @vite-ignore */ `${address}?again=${attempts}`)) as Module;
  }
};
