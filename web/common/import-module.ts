import { backoffMs, pause } from './backoff.ts';

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

const patientTries = 40;

/**
 * Imports a part of the page without which what is open cannot be shown: for three minutes, as soon as it can be had.
 *
 * @public limit-highlighter.ts has the diff library call it.
 */
export const importPatiently = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const { signal } = new AbortController();
  for (let attempt = 1; attempt < patientTries; attempt += 1)
    try {
      return await importModule(load);
    } catch {
      await pause(backoffMs(attempt), signal);
    }
  return importModule(load);
};
