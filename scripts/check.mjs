// `npm run check`: what answers within a minute while one works; `npm test` is what has to pass in the end.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runChecks } from './checks.mjs';
import { testsToRun } from './reached-tests.mjs';
import { root } from './root.mjs';
import { install } from './steps.mjs';
import { runTests } from './test-report.mjs';

const help = `npm run check -- [--since COMMIT] [--seconds SECONDS]

Types, lint, format, dead code, the pure tests, and of the tests that start processes those that the change reaches: by
an import, by name, by folder, or by the process that they run; the nearest first, as many as the time allows.

  --since COMMIT     what the change is compared with; where absent where the branch left main, and on main itself the
                     last commit
  --seconds SECONDS  of tests that start processes, by what they usually take; 20 where absent`;

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
        seconds: { type: 'string', default: '20' },
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

/** Where the change begins: HEAD where nothing of main is missing and there are changes that are not committed. */
const base = () => {
  try {
    const [fork] = git('merge-base', 'HEAD', 'main');
    const [head] = git('rev-parse', 'HEAD');
    return fork !== head || uncommitted('HEAD').length > 0 ? fork : 'HEAD~1';
  } catch {
    // There is no branch of that name.
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
