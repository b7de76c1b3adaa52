import type { Commit } from '../../../shared/session/scope.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { CommitsPage } from '../provider.ts';
import { resolveRevisions } from './repository-facts.ts';
import { checkGitVersion, runGit } from './run-git.ts';

/** Id, parents, author, time of authoring, subject, body. */
const format = ['%H', '%P', '%an', '%aI', '%s', '%b'].join('%x00');
const fields = 6;

/**
 * The commits that lead to the current one, newest first. Neither signatures are checked nor names mapped,
 * since that could run programs, or show other authors than the commits have.
 * @throws GalleyError as runGit does
 */
export const readCommits = async (
  cwd: string,
  { q, skip, limit }: CommitsPage,
  context: TaskContext,
): Promise<Commit[]> => {
  await checkGitVersion(cwd, context);
  const [head] = await resolveRevisions({ cwd, context }, ['HEAD^{commit}']);
  if (head === undefined) return [];
  const { stdout } = await runGit({
    cwd,
    args: [
      'log',
      '-z',
      '--no-show-signature',
      '--no-mailmap',
      '--no-notes',
      '--no-color',
      '--no-patch',
      '--encoding=UTF-8',
      `--format=tformat:${format}`,
      `--skip=${skip}`,
      `--max-count=${limit}`,
      ...(q === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--grep=${q}`]),
      head,
      '--',
    ],
    settings: [['log.follow', 'false']],
    context,
  });
  const parts = stdout.split('\0');
  return Array.from({ length: Math.floor(parts.length / fields) }, (_, index) => {
    const at = index * fields;
    const [id = '', parents = '', author = '', authoredAt = '', subject = '', body = ''] =
      parts.slice(at, at + fields);
    return {
      id,
      subject,
      body: body.trimEnd(),
      author,
      authoredAt,
      parents: parents === '' ? [] : parents.split(' '),
    };
  });
};
