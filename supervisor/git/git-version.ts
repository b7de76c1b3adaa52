import { GalleyError } from '../../shared/errors.ts';
import { runGit } from './run-git.ts';

/** The oldest git that takes settings from the environment; an older one would ignore what makes it safe. */
const oldest = [2, 31] as const;

let checked: Promise<void> | undefined;

/**
 * Makes sure, once per process or thread, that git is there and new enough to be run safely.
 * @throws GalleyError `git_failed`
 */
export const checkGitVersion = (cwd: string): Promise<void> => {
  checked ??= check(cwd).catch((error: unknown) => {
    // It may have been installed by the next time.
    checked = undefined;
    throw error;
  });
  return checked;
};

const check = async (cwd: string): Promise<void> => {
  const { stdout } = await runGit({ cwd, args: ['version'], timeLimitMs: 10_000 });
  const [, major, minor] = /(\d+)\.(\d+)/u.exec(stdout) ?? [];
  const version = [Number(major ?? 0), Number(minor ?? 0)] as const;
  if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]))
    throw new GalleyError(
      'git_failed',
      `This is ${stdout.trim()}, and Galley needs git ${oldest.join('.')} or newer. Update git and try again.`,
    );
};
