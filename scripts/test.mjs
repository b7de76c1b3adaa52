// `npm test`: installs, builds and runs every check; the last line has the counts.
import { runChecks } from './checks.mjs';
import { build, install } from './steps.mjs';
import { runTests } from './test-report.mjs';

await install();
const [checked] = await Promise.all([runChecks(), build()]);
const tested = await runTests(process.argv.slice(2));
const failed = checked.failed + tested.failed;
console.log(`${checked.passed + tested.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
