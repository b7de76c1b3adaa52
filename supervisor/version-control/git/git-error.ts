import { GalleyError } from '../../../shared/errors.ts';
import type { ProgramFailure } from '../run-program.ts';

/** All error messages about failed git runs: what is wrong and what to do. */
export const gitError = (
  { cwd, args }: { readonly cwd: string; readonly args: readonly string[] },
  failure: ProgramFailure,
): GalleyError => {
  const command = `git ${args.find((arg) => !arg.startsWith('-')) ?? ''}`.trim();
  switch (failure.reason) {
    case 'cancelled':
      return new GalleyError('preparation_failed', 'The preparation was cancelled.');
    case 'timeout':
      return new GalleyError(
        'preparation_timeout',
        `${command} took too long in ${cwd} and was stopped. Review a smaller range, or a patch file.`,
      );
    case 'missing':
      return new GalleyError(
        'git_failed',
        'git was not found. Install git 2.31 or newer, or correct PATH and restart the supervisor.',
      );
    case 'output':
      return new GalleyError(
        'content_too_large',
        `${command} printed more than can be reviewed. Add what need not be reviewed to .gitignore, or give a range.`,
      );
    case 'exit':
      return exitError(command, cwd, failure);
  }
};

const exitError = (
  command: string,
  cwd: string,
  failure: Extract<ProgramFailure, { reason: 'exit' }>,
): GalleyError => {
  const { stderr } = failure;
  if (/dubious ownership/u.test(stderr))
    return new GalleyError(
      'git_failed',
      `git refuses ${cwd}, since it belongs to another user. If you trust it, run: git config --global --add safe.directory '${cwd}'`,
    );
  if (
    /not a git repository|must be run in a work tree|cannot use bare repository|no work tree/u.test(
      stderr,
    )
  )
    return new GalleyError(
      'not_a_repository',
      `${cwd} is not inside the work tree of a git repository. Start the review in one, or give a patch file.`,
    );
  const how =
    failure.exitCode === undefined ? `was ended by ${failure.signal}` : `exit ${failure.exitCode}`;
  return new GalleyError(
    'git_failed',
    `${command} failed in ${cwd} (${how}): ${lastWords(stderr)} Correct that and open the review again.`,
  );
};

/** The first lines of stderr, joined into one. */
const lastWords = (stderr: string): string => {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:hint|warning):/u.test(line));
  const text = lines.slice(0, 3).join(' ').slice(0, 600);
  return text === '' ? 'it said nothing.' : text.replace(/[^.!?]$/u, '$&.');
};
