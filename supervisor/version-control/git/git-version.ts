import { GalleyError } from '../../../shared/errors.ts';
import { runGit, type GitScope } from './run-git.ts';

/** The first version that takes settings from the environment; older ones would ignore the safety settings. */
const oldest = [2, 31] as const;

let isChecked = false;

/**
 * Checks that git is installed and recent enough to be run safely. Success is cached.
 * @throws GalleyError `git_failed`, or as runGit does
 */
export const checkGitVersion = async (cwd: string, scope: GitScope): Promise<void> => {
  if (isChecked) return;
  const { stdout } = await runGit({ cwd, args: ['version'], timeLimitMs: 10_000, scope });
  const [, major, minor] = /^git version (\d{1,9})\.(\d{1,9})/u.exec(stdout) ?? [];
  const version = [Number(major ?? 0), Number(minor ?? 0)] as const;
  if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]))
    throw new GalleyError(
      'git_failed',
      `This is ${stdout.trim()}, and Galley needs git ${oldest.join('.')} or newer. Update git and try again.`,
    );
  isChecked = true;
};
