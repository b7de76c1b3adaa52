// Test order: first what starts the most processes, then slowest first, so that no worker is left alone with a slow file
// at the end.

/** Files of 20 s and more with their approximate seconds on two cores, slowest first. */
export const slowFiles = {
  'test/faults/machine/connections.test.ts': 95,
  'test/e2e/refresh.test.ts': 87,
  'test/attack/browser/stored-page.test.ts': 83,
  'test/supervisor/version-control/git/staging.test.ts': 66,
  'test/e2e/dashboard.test.ts': 63,
  'test/e2e/annotations.test.ts': 50,
  'test/supervisor/threads/document/linear-rendering.test.ts': 42,
  'test/e2e/reading.test.ts': 41,
  'test/cli/hook-deadline.test.ts': 40,
  'test/faults/kills.test.ts': 39,
  'test/faults/machine/lost-on-full-disk.test.ts': 37,
  'test/supervisor/adoption.test.ts': 35,
  'test/faults/machine/full-disk-routes.test.ts': 35,
  'test/e2e/everyone.test.ts': 34,
  'test/attack/browser/hostile-page.test.ts': 34,
  'test/supervisor/threads/thread-pool.test.ts': 31,
  'test/e2e/scopes.test.ts': 31,
  'test/e2e/deciding.test.ts': 30,
  'test/e2e/rough.test.ts': 30,
  'test/attack/routes.test.ts': 29,
  'test/e2e/review-code.test.ts': 29,
  'test/e2e/lazy-part.test.ts': 28,
  'test/e2e/document.test.ts': 26,
  'test/faults/machine/full-disk.test.ts': 25,
  'test/worker/undo.test.ts': 25,
  'test/cli/sessions.test.ts': 25,
  'test/supervisor/version-control/git/corpus.test.ts': 24,
  'test/supervisor/version-control/jujutsu/situations.test.ts': 23,
  'test/attack/fuzz.test.ts': 23,
  'test/attack/corpus.test.ts': 23,
  'test/attack/browser/stored-text.test.ts': 22,
  'test/e2e/printing.test.ts': 21,
  'test/e2e/page-settings.test.ts': 21,
  'test/worker/decision.test.ts': 21,
  'test/cli/hook-stop.test.ts': 21,
  'test/cli/damaged-registry.test.ts': 21,
  'test/cli/restart.test.ts': 20,
  'test/faults/machine/full-disk-start.test.ts': 20,
};

const slowest = Object.keys(slowFiles);

/**
 * Files that start hundreds of processes from the test process. Each start copies its page tables, and it grows with
 * each file that it has run: at the end, running git takes five times the CPU time.
 */
const startsMany = /^test\/(?:cli|supervisor\/(?:version-control|threads\/(?:patch|tasks)))\//u;

/** Sorts the paths of test files into the order of a run; equal ones keep their order. */
export const inTestOrder = (paths) => {
  const rankOf = (path) => {
    const rank = slowest.indexOf(path);
    return (
      (startsMany.test(path) ? 0 : paths.length + slowest.length) +
      (rank < 0 ? slowest.length : rank)
    );
  };
  return [...paths].sort((one, other) => rankOf(one) - rankOf(other));
};
