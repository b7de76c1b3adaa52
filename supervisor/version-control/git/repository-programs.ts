import type { GitSetting } from './git-safety.ts';
import { runGit, type GitScope } from './run-git.ts';

const programKeys = String.raw`^(filter\..*\.(clean|smudge|process|required)|hook\..*)$`;

/**
 * Settings that switch off every filter and every configured hook that the configuration names, for runs of git
 * that read the work tree or write an index.
 * @throws GalleyError as runGit does
 */
export const programsOff = async (cwd: string, scope: GitScope): Promise<GitSetting[]> => {
  const { stdout } = await runGit({
    cwd,
    args: ['config', '-z', '--name-only', '--get-regexp', programKeys],
    // 1: there is none.
    okExitCodes: [0, 1],
    scope,
  });
  const names = new Set(stdout.split('\0').flatMap(sectionOf));
  return [...names].flatMap(offSettings);
};

/** `filter.a.b` of `filter.a.b.clean`: the name between may hold dots. */
const sectionOf = (key: string): string[] => {
  const last = key.lastIndexOf('.');
  return last > key.indexOf('.') ? [key.slice(0, last)] : [];
};

/** A filter that is `required` and has no command makes git fail: it is made optional, too. */
const offSettings = (section: string): GitSetting[] =>
  section.startsWith('hook.')
    ? [[`${section}.enabled`, 'false']]
    : [
        [`${section}.clean`, ''],
        [`${section}.smudge`, ''],
        [`${section}.process`, ''],
        [`${section}.required`, 'false'],
      ];
