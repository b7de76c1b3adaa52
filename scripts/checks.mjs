// Static checks: types, lint, format and dead code.
import { join } from 'node:path';
import { root } from './root.mjs';
import { bin, run } from './steps.mjs';

const checks = [
  ['types', 'tsc', ['-b']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  [
    'format',
    'prettier',
    ['--check', '.', '--cache', '--cache-location', join(root, '.build', 'prettier')],
  ],
  ['dead code', 'knip', []],
];

const runCheck = async ([name, command, args]) => {
  const { code, output } = await run(bin(command), args, { isQuiet: true });
  console.log(code === 0 ? `ok ${name}` : `${output}\nnot ok ${name} (exit ${code})`);
  return code === 0;
};

/** Runs all of them in parallel; resolves with how many passed and failed. */
export const runChecks = async () => {
  const results = await Promise.all(checks.map(runCheck));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
};
