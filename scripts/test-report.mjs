// A run of the tests, and its report.
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';
import { bin, run } from './steps.mjs';

/** Tests whose title says that this machine lacks something; any other skipped test is a failure. */
const testsNotRun = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName.trim())
    .filter((name) => name.startsWith('not run ('));

const printSlowest = ({ testResults }, count) => {
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
  console.log('The slowest files:');
  for (const { name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}`);
};

/**
 * Runs tests with extra Vitest arguments; prints which did not run and the slowest files. Resolves with how many passed
 * and failed.
 */
export const runTests = async (args, { slowest = 10, reporter = 'default' } = {}) => {
  const report = join(root, '.build', 'vitest.json');
  rmSync(report, { force: true });
  const { code } = await run(bin('vitest'), [
    'run',
    `--reporter=${reporter}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ]);
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    const notRun = testsNotRun(counts);
    for (const name of notRun) console.log(name);
    printSlowest(counts, slowest);
    let failed =
      counts.numFailedTests + counts.numPendingTests - notRun.length + counts.numTodoTests;
    // A file that failed to load, or an error outside of tests, has no failed test.
    if (code !== 0 && counts.numFailedTests === 0)
      failed += Math.max(1, counts.numFailedTestSuites);
    return { passed: counts.numPassedTests, failed };
  } catch (error) {
    console.log(`not ok the tests left no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
};
