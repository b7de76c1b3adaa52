// `npm test`: installs, builds, then every check; the last line counts what passed and what failed.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { bin, build, install, run } from './steps.mjs';

await install();
await build();

const checks = [
  ['types', bin('tsc'), ['-b']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('prettier'), ['--check', '.']],
  ['dead code', bin('knip'), []],
];

let passed = 0;
let failed = 0;
for (const [name, command, args] of checks) {
  const { code, output } = await run(command, args, { isQuiet: true });
  if (code === 0) {
    passed += 1;
    console.log(`ok ${name}`);
  } else {
    failed += 1;
    console.log(`${output}\nnot ok ${name} (exit ${code})`);
  }
}

/** Those that say by their first word that this machine lacks what they need; any other that was skipped is a failure. */
const testsNotRun = ({ testResults }) =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName.trim())
    .filter((name) => name.startsWith('not run ('));

const report = join(root, '.build', 'vitest.json');
rmSync(report, { force: true });
const { code } = await run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
try {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  const notRun = testsNotRun(counts);
  for (const name of notRun) console.log(name);
  passed += counts.numPassedTests;
  failed += counts.numFailedTests + counts.numPendingTests - notRun.length + counts.numTodoTests;
  // A file that could not be loaded, or an error outside of any test, has no failed test to count.
  if (code !== 0 && counts.numFailedTests === 0) failed += Math.max(1, counts.numFailedTestSuites);
} catch (error) {
  failed += 1;
  console.log(`not ok the tests left no report: ${error.message}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
