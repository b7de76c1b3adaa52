// Which tests a change reaches, and which of them fit into the time that there is.
import { basename, dirname, relative } from 'node:path';
import { reachedFrom } from './imports.mjs';
import { slowFiles } from './slowest-first.mjs';

/** What starts a process or a browser stands here; a test that imports none of it is pure. */
const startsProcesses = [
  'browser',
  'bundle',
  'galley',
  'gateway',
  'review-session',
  'supervisor',
  'worker',
].map((name) => `test/helpers/${name}.ts`);

/** The entries of what is built, which a test runs without importing them. */
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

/** Seconds of a test file that is not known to be slow. */
const secondsOf = (path, isPure) =>
  slowFiles[path] ?? (isPure ? 0.5 : path.startsWith('test/e2e/') ? 12 : 8);

/** What a folder of tests runs: that of a process its process, any other all of them. */
const processesOf = (test) => {
  const folder = test.split('/')[1];
  return entries[folder] ?? Object.values(entries).flat();
};

const stemOf = (path) => basename(path).replace(/\.(?:test\.)?tsx?$/u, '');

/** How near a test is to a file: 4 by an import, 3 by its name, 2 by its folder, 1 by the process that it runs, else 0. */
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
 * The tests to run for some changed files: the pure ones, those that are slow only where they import what was changed;
 * then the others that the change reaches, the nearest and fastest first, as many as fit into `seconds`.
 * @returns the chosen paths, and those that are reached and did not fit
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
    // The nearest is run however long it takes, unless nothing is to be.
    const isRun = takes <= rest || (index === 0 && seconds > 0);
    if (isRun) rest -= takes;
    (isRun ? chosen : left).push(test);
  }
  return { chosen, left };
};
