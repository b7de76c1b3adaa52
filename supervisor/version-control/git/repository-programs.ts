import type { GitSetting } from './git-safety.ts';
import { runGit, type GitScope } from './run-git.ts';

const programKeys = String.raw`^(filter\..*\.(clean|smudge|process|required)|hook\..*)$`;

/**
 * Settings that disable every configured filter and hook, for git runs that read the work tree or write an index.
 * @throws GalleyError as runGit does
 */
export const programsOff = async (cwd: string, scope: GitScope): Promise<GitSetting[]> => {
  const { stdout } = await runGit({
    cwd,
    args: ['config', '-z', '--name-only', '--get-regexp', programKeys],
    // 1: no matches.
    okExitCodes: [0, 1],
    scope,
  });
  const names = new Set(stdout.split('\0').flatMap(sectionOf));
  return [...names].flatMap(offSettings);
};

/** `filter.a.b.clean` → `filter.a.b`; the name may contain dots. */
const sectionOf = (key: string): string[] => {
  const last = key.lastIndexOf('.');
  return last > key.indexOf('.') ? [key.slice(0, last)] : [];
};

/** Git fails if a `required` filter has no command, so it is made optional as well. */
const offSettings = (section: string): GitSetting[] =>
  section.startsWith('hook.')
    ? [[`${section}.enabled`, 'false']]
    : [
        [`${section}.clean`, ''],
        [`${section}.smudge`, ''],
        [`${section}.process`, ''],
        [`${section}.required`, 'false'],
      ];
