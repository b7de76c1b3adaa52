let attempts = 0;

/**
 * Imports a part of the page. One that could not be fetched can be later: Chromium keeps to its failure as long as it is
 * asked for by the same address, which its error names.
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
