// Test order: first what starts the most processes, then slowest first, so that no worker is left alone with a slow file
// at the end.

/** Files of 20 s and more with their approximate seconds on two cores, slowest first. */
export const slowFiles = {
  'test/faults/kills.test.ts': 120,
  'test/supervisor/threads/document/linear-rendering.test.ts': 110,
  'test/attack/browser/stored-page.test.ts': 100,
  'test/e2e/everyone.test.ts': 86,
  'test/e2e/annotations.test.ts': 86,
  'test/e2e/dashboard.test.ts': 60,
  'test/faults/machine/connections.test.ts': 54,
  'test/e2e/reading.test.ts': 49,
  'test/attack/browser/hostile-page.test.ts': 48,
  'test/attack/fuzz.test.ts': 44,
  'test/supervisor/adoption.test.ts': 42,
  'test/e2e/printing.test.ts': 42,
  'test/e2e/review-code.test.ts': 38,
  'test/cli/sessions.test.ts': 38,
  'test/e2e/refresh.test.ts': 34,
  'test/e2e/lazy-part.test.ts': 33,
  'test/faults/machine/full-disk-routes.test.ts': 33,
  'test/cli/damaged-registry.test.ts': 29,
  'test/e2e/review.test.ts': 29,
  'test/e2e/margin.test.ts': 29,
  'test/e2e/deciding.test.ts': 28,
  'test/e2e/rough.test.ts': 27,
  'test/e2e/frame.test.ts': 25,
  'test/supervisor/version-control/git/corpus.test.ts': 25,
  'test/attack/corpus.test.ts': 25,
  'test/cli/hook-deadline.test.ts': 24,
  'test/attack/routes.test.ts': 23,
  'test/worker/undo.test.ts': 23,
  'test/worker/decision.test.ts': 22,
  'test/faults/machine/election.test.ts': 22,
  'test/e2e/document.test.ts': 22,
  'test/e2e/show-annotation.test.ts': 21,
  'test/e2e/plan.test.ts': 21,
  'test/supervisor/hostile-text.test.ts': 21,
  'test/attack/browser/stored-text.test.ts': 20,
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
