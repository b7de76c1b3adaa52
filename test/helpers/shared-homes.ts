import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endStartedIn } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the homes that test files share. */
    sharedHomes: string;
  }
}

/**
 * Vitest's global setup: makes a folder for the homes that test files share, and in the end, stops what was started in
 * them, however the workers ended.
 */
export const setup = ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-homes-'));
  provide('sharedHomes', folder);
  return () => {
    for (const name of readdirSync(folder)) endStartedIn(join(folder, name));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
};
