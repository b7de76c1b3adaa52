import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathText } from '../../../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { emptyTree, prelude, type Compared } from './situation.ts';

const run = promisify(execFile);

/** No configuration of the machine, an author, and no process for maintenance after each commit. */
const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TEMPLATE_DIR: '',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_AUTHOR_NAME: 'A Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.org',
  GIT_COMMITTER_NAME: 'A Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.org',
};

/** Runs shell commands in a folder; the answer is bytes as Latin-1. */
export const shell = async (cwd: string, script: string): Promise<string> => {
  const options = { cwd, env, encoding: 'latin1', maxBuffer: 256 * 1024 * 1024 } as const;
  return (await run('sh', ['-c', `${prelude}${script}`], options)).stdout;
};

const separator = 'END OF THE PART';

/** If the files are compared, adds what is untracked to a copy of the index, in which no path is marked as unchanged. */
const copyIndex = `cp -p "$index" "$copy" 2>/dev/null || true
export GIT_INDEX_FILE=$copy
git ls-files --cached --others --exclude-standard -v -z >"$copy.list"
if grep -qz '^[a-zS] ' "$copy.list"; then
  git ls-files -v -z | sed -zn 's/^[a-z] //p' | git update-index -z --no-assume-unchanged --stdin
  git config --get core.sparseCheckout >/dev/null ||
    git ls-files -t -z | sed -zn 's/^S //p' | git update-index -z --no-skip-worktree --stdin
fi
LC_ALL=C sed -zn '/\\/$/!s/^? //p' "$copy.list" >"$copy.untracked"
if [ -s "$copy.untracked" ]; then
  git --literal-pathspecs -c core.protectNTFS=false add --force --sparse --intent-to-add \
    "--pathspec-from-file=$copy.untracked" --pathspec-file-nul || true
fi
`;

/** The settings that Galley names, whatever the repository says; everything else is the repository's. */
const diff =
  'git --no-replace-objects -c core.quotePath=true -c core.bigFileThreshold=20m diff --full-index' +
  ' --find-renames --no-color --unified=3 --inter-hunk-context=0 --src-prefix=a/ --dst-prefix=b/ --no-relative --no-ext-diff --no-textconv' +
  ' --ignore-submodules=dirty --submodule=short';

/** What git says of a comparison. */
export interface Said {
  readonly patch: string;
  readonly files: readonly SaidFile[];
  /** The paths of its status that belong to the comparison. */
  readonly listed: readonly string[];
}

/** A row of git's list. */
export type SaidFile = Pick<
  ChangedFile,
  'path' | 'oldPath' | 'status' | 'additions' | 'deletions' | 'isBinary' | 'oldMode' | 'newMode'
>;

/**
 * Asks git about some comparisons, run plainly in the same repository with the same options.
 * @param copies a folder for copies of the index
 */
export const gitSays = async (
  cwd: string,
  comparisons: readonly Compared[],
  copies: string,
): Promise<Said[]> => {
  const asked = comparisons.map(
    (compared, at) => `printf '${separator}'
(copy='${copies}/${at}'
${sidesOf(compared).startsWith('--cached') ? '' : copyIndex}
${diff} --raw --numstat --patch --no-abbrev -z ${sidesOf(compared)} --)`,
  );
  const hasStatus = comparisons.some((compared) => String(compared) in columns);
  const output = await shell(
    cwd,
    `facts=$(git rev-parse --show-toplevel --path-format=absolute --git-path index HEAD -- 2>/dev/null || true)
{ read -r top; read -r index; read -r tip || true; } <<END
$facts
END
tip=\${tip:-${emptyTree}}
cd "$top"
${hasStatus ? 'git status --porcelain -z --untracked-files=all --no-renames' : ''}
${asked.join('\n')}`,
  );
  const [status = '', ...answers] = output.split(separator);
  return answers.map((said, at) => {
    const end = said.indexOf('\0\0');
    const list = end < 0 ? said : said.slice(0, end + 1);
    const text = end < 0 ? '' : said.slice(end + 2);
    // Git names paths in conflict in lines of their own.
    const patch = text.replaceAll(/^\* Unmerged path .*\n/gmu, '');
    const listed = listedIn(status, comparisons[at] ?? '');
    return { patch, files: filesOf(list, patch), listed };
  });
};

const sidesOf = (compared: Compared): string => {
  if (typeof compared !== 'string') return compared[1];
  switch (compared) {
    case 'uncommitted':
      return '$tip';
    case 'staged':
      return '--cached $tip';
    // Where paths are in conflict, the current branch's version.
    case 'unstaged':
      return '--ours';
    case 'last':
      return 'HEAD~1 HEAD';
    case 'base':
      return '$(git merge-base main HEAD)';
    default:
      return compared.includes('..') ? compared : `'${compared}^1' '${compared}'`;
  }
};

const letters: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
};

const filesOf = (list: string, patch: string): SaidFile[] => {
  const parts = list.split('\0');
  const sections = patch.split(/^(?=diff --git )/mu).filter((section) => section !== '');
  const changes: (Pick<SaidFile, 'path' | 'oldPath' | 'oldMode' | 'newMode'> & {
    readonly letter: string;
  })[] = [];
  while (parts[0]?.startsWith(':') === true) {
    const [oldMode = '', newMode = '', , , letter = ''] = (parts.shift() ?? '').slice(1).split(' ');
    const first = textOf(parts.shift());
    const second = letter.startsWith('R') ? textOf(parts.shift()) : undefined;
    if (letter === 'U') continue;
    changes.push({
      letter,
      path: second ?? first,
      ...(second === undefined ? {} : { oldPath: first }),
      ...(oldMode === newMode || oldMode === '000000' ? {} : { oldMode }),
      ...(oldMode === newMode || newMode === '000000' ? {} : { newMode }),
    });
  }
  const counts = countsOf(parts);
  return changes.flatMap(({ letter, ...change }): SaidFile[] => {
    const [additions = 0, deletions = 0] = counts.get(change.path) ?? [];
    // In a conflict, git lists what is the same.
    if (letter === 'M' && `${additions} ${deletions}` === '0 0' && change.oldMode === undefined)
      return [];
    // A file of another type is one that goes and one that comes.
    const kinds = letter === 'T' ? ['D', 'A'] : [letter[0] ?? ''];
    return kinds.map((kind) => {
      const isBinary = /^Binary files /mu.test(sections.shift() ?? '');
      const { oldMode, newMode, ...names } = change;
      return {
        ...names,
        status: letters[kind] ?? 'copied',
        additions: isBinary || (letter === 'T' && kind === 'D') ? 0 : additions,
        deletions: isBinary || (letter === 'T' && kind === 'A') ? 0 : deletions,
        isBinary,
        ...(oldMode === undefined || (letter === 'T' && kind === 'A') ? {} : { oldMode }),
        ...(newMode === undefined || (letter === 'T' && kind === 'D') ? {} : { newMode }),
      };
    });
  });
};

/** Added and deleted lines by path; binary files have no number. */
const countsOf = (parts: readonly string[]): ReadonlyMap<string, readonly [number, number]> => {
  const counts = new Map<string, readonly [number, number]>();
  for (let at = 0; at < parts.length; at += 1) {
    const [, added, deleted, name] = /^(\d+|-)\t(\d+|-)\t([^]*)$/u.exec(parts[at] ?? '') ?? [];
    if (added === undefined) continue;
    if (name === '') at += 2;
    counts.set(textOf(name === '' ? parts[at] : name), [Number(added), Number(deleted)]);
  }
  return counts;
};

/** Which records of git's status belong to a comparison, by their letters. */
const columns: Readonly<Record<string, RegExp>> = {
  uncommitted: /./u,
  staged: /^[^ ?]/u,
  unstaged: /^.[^ ]/u,
};

const listedIn = (status: string, compared: Compared): string[] => {
  const column = columns[String(compared)];
  return status
    .split('\0')
    .filter((record) => record !== '' && column?.test(record.slice(0, 2)) === true)
    .map((record) => textOf(record.slice(3)));
};

const textOf = (latin1 = ''): string => pathText(Buffer.from(latin1, 'latin1'));
