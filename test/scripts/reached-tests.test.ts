import { expect, it } from 'vitest';
import { testsToRun } from '../../scripts/reached-tests.mjs';

const pure = 'test/shared/node/image-type.test.ts';
const slow = 'test/supervisor/threads/document/linear-rendering.test.ts';
const ofWorker = 'test/worker/draft.test.ts';
const ofSupervisor = 'test/supervisor/logs.test.ts';
const ofGit = 'test/supervisor/version-control/git/run-git.test.ts';
const inBrowser = 'test/e2e/outline.test.ts';
const tests = [pure, slow, inBrowser, ofSupervisor, ofGit, ofWorker];

it.each([
  ['nothing', [], [pure]],
  ['the page', ['web/review/main.tsx'], [pure, inBrowser]],
  ['the worker', ['worker/main.ts'], [pure, ofWorker, inBrowser]],
  ['the supervisor', ['supervisor/main.ts'], [pure, ofSupervisor, ofGit, inBrowser]],
  ['a text', ['docs/architecture.md'], [pure]],
  ['a test', [ofSupervisor], [pure, ofSupervisor]],
  ['a slow pure test', ['test/supervisor/threads/document/pathological.ts'], [pure, slow]],
])('runs the pure tests, and those affected by a change of %s', (_, changed, expected) => {
  expect(testsToRun(tests, changed, 1000)).toEqual({ chosen: expected, left: [] });
});

it('runs the closest tests that fit into the time, and lists the others', () => {
  expect(testsToRun(tests, [ofSupervisor, 'worker/main.ts', 'supervisor/main.ts'], 10)).toEqual({
    chosen: [pure, ofSupervisor],
    left: [ofWorker, ofGit, inBrowser],
  });
});

it('always runs the closest test, and others that still fit', () => {
  const nearest = 'test/worker/decision.test.ts';
  const changed = ['worker/decision/decision-states.ts'];
  const all = [pure, nearest, ofWorker, inBrowser];
  const left = (seconds: number) => testsToRun(all, changed, seconds).left;
  expect(left(10)).toEqual([ofWorker, inBrowser]);
  expect(left(30)).toEqual([inBrowser]);
  expect(left(0)).toEqual([nearest, ofWorker, inBrowser]);
});
