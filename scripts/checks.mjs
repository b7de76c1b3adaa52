// Static checks: types, lint, format and dead code.
import { bin, run } from './steps.mjs';

const checks = [
  // Each checker works out the types of zod's schemas by itself, so that more of them take more CPU time.
  ['types', 'tsc', ['-b', '--checkers', '1']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'oxfmt', ['--check', '.']],
  ['dead code', 'knip', []],
];

// The compiler and the linter end before collecting garbage pays.
const env = { GOGC: '400', ...process.env };

const runCheck = async ([name, command, args]) => {
  const { code, output } = await run(bin(command), args, { isQuiet: true, env });
  console.log(code === 0 ? `ok ${name}` : `${output}\nnot ok ${name} (exit ${code})`);
  return code === 0;
};

/** Runs all of them in parallel; resolves with how many passed and failed. */
export const runChecks = async () => {
  const results = await Promise.all(checks.map(runCheck));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
};
