// `npm run check`: a fast check while working; `npm test` has to pass in the end.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runChecks } from './checks.mjs';
import { testsToRun } from './reached-tests.mjs';
import { root } from './root.mjs';
import { install } from './steps.mjs';
import { runTests } from './test-report.mjs';

const help = `npm run check -- [--since COMMIT] [--seconds SECONDS]

Checks types, lint, format and dead code, and runs the pure tests and those process tests that the change affects: by
import, name, folder, or the process that they run; closest first, as many as fit into the time.

  --since COMMIT     base of the change; default: where the branch left main, and on main the last commit
  --seconds SECONDS  estimated time for process tests; default: 15`;

const git = (...args) => {
  const output = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').filter((line) => line !== '');
};

const parse = () => {
  try {
    const { values } = parseArgs({
      options: {
        since: { type: 'string' },
        seconds: { type: 'string', default: '15' },
        help: { type: 'boolean', default: false },
      },
    });
    const seconds = Number(values.seconds);
    if (!(seconds >= 0)) throw new Error('--seconds must be a number.');
    return { ...values, seconds };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
};

/** The base of the change: HEAD if it is on main and there are uncommitted changes, else the merge base with main. */
const base = () => {
  try {
    const [fork] = git('merge-base', 'HEAD', 'main');
    const [head] = git('rev-parse', 'HEAD');
    return fork !== head || uncommitted('HEAD').length > 0 ? fork : 'HEAD~1';
  } catch {
    // No such branch.
    return 'HEAD';
  }
};

const uncommitted = (since) => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

const { since, seconds, help: isHelpWanted } = parse();
if (isHelpWanted) console.log(help);
else {
  await install();
  const changed = uncommitted(since ?? base());
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', 'test').filter(
    (path) => /\.test\.tsx?$/u.test(path),
  );
  const { chosen, left } = testsToRun(tests, changed, seconds);
  const [checked, tested] = [
    await runChecks(),
    await runTests(chosen, { slowest: 3, reporter: 'dot' }),
  ];
  if (left.length > 0)
    console.log(
      `${left.length} more files are reached: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ', …' : ''}`,
    );
  const failed = checked.failed + tested.failed;
  console.log(`${checked.passed + tested.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
