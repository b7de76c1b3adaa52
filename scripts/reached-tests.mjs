// Selects the tests that a change affects, as far as they fit into the time.
import { basename, dirname, relative } from 'node:path';
import { reachedFrom } from './imports.mjs';
import { slowFiles } from './test-order.mjs';

/** Whatever starts processes, git's too, or a browser; tests that import none of these are pure. */
const startsProcesses = [
  'browser',
  'bundle',
  'galley',
  'gateway',
  'jj',
  'repository',
  'review-session',
  'supervisor',
  'worker',
].map((name) => `test/helpers/${name}.ts`);

/** Entries of the build, which tests run without importing them. */
const entries = {
  cli: ['cli/main.ts'],
  supervisor: [
    'supervisor/main.ts',
    'supervisor/threads/task-main.ts',
    'supervisor/threads/thread.ts',
  ],
  worker: ['worker/main.ts'],
  web: ['web/review/main.tsx', 'web/dashboard/main.tsx'],
};

/** Estimated seconds of a test file not listed as slow. */
const secondsOf = (path, isPure) =>
  slowFiles[path] ?? (isPure ? 0.5 : path.startsWith('test/e2e/') ? 12 : 8);

/** The processes that a folder of tests runs: a process's own folder only that, any other all. */
const processesOf = (test) => {
  const folder = test.split('/')[1];
  return entries[folder] ?? Object.values(entries).flat();
};

const stemOf = (path) => basename(path).replace(/\.(?:test\.)?tsx?$/u, '');

/** How close a test is to a file: 4 by import, 3 by name, 2 by folder, 1 by process, else 0. */
const nearness = (test, imported, file) => {
  if (imported.has(file)) return 4;
  if (!reachedFrom(...processesOf(test)).has(file)) return 0;
  const mirror = dirname(relative('test', test));
  const folders = dirname(file).split('/');
  const stem = stemOf(test);
  if (stem === stemOf(file) || folders.slice(1).includes(stem)) return 3;
  return mirror === dirname(file) ? 2 : 1;
};

/**
 * The tests for some changed files: pure ones (slow ones only if they import a changed file), then others, closest and
 * fastest first, as many as fit into `seconds`. @returns the chosen paths, and those that did not fit
 */
export const testsToRun = (tests, changed, seconds) => {
  const chosen = [];
  const reached = [];
  for (const test of tests) {
    const imported = reachedFrom(test);
    const isPure = !startsProcesses.some((helper) => imported.has(helper));
    const near = Math.max(0, ...changed.map((file) => nearness(test, imported, file)));
    if (isPure && !Object.hasOwn(slowFiles, test)) chosen.push(test);
    else if (isPure ? near === 4 : near > 0)
      reached.push({ test, near, takes: secondsOf(test, isPure) });
  }
  reached.sort((one, other) => other.near - one.near || one.takes - other.takes);
  const left = [];
  let rest = seconds;
  for (const [index, { test, takes }] of reached.entries()) {
    // The closest test always runs, unless none should.
    const isRun = takes <= rest || (index === 0 && seconds > 0);
    if (isRun) rest -= takes;
    (isRun ? chosen : left).push(test);
  }
  return { chosen, left };
};
