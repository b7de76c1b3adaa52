import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the homes that test files share. */
    sharedHomes: string;
  }
}

/**
 * Vitest's global setup: makes a folder for the homes that test files share. What was started in them is ended after
 * the tests by a process of its own, also if Vitest is killed.
 */
export const setup = ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-homes-'));
  provide('sharedHomes', folder);
  // In a process group of its own, which Ctrl-C does not reach.
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'end-homes.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return async () => {
    const exited = once(guard, 'exit');
    guard.stdin.end();
    await exited;
  };
};
