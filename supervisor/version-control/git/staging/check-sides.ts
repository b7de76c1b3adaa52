import { GalleyError } from '../../../../shared/errors.ts';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { WantedStaging } from '../../provider.ts';
import { readRepository, resolveRevisions } from '../repository-facts.ts';
import type { ResolvedRange } from '../resolve-range.ts';
import { checkGitVersion, runGit } from '../run-git.ts';
import {
  idOf,
  linkMode,
  notText,
  readCommitted,
  readIndex,
  type Blob,
  type Entry,
  type Repository,
} from './index-entries.ts';
import {
  changedSince,
  isExecutable,
  readWorktreeEntry,
  type WorktreeEntry,
} from '../../worktree-entry.ts';

/** What to do with a file of a compared range. */
export interface WantedInRange extends WantedStaging {
  readonly range: ResolvedRange;
}

/**
 * Checks that something can be done exactly, and reads what is there.
 * @throws GalleyError `change_refused` or `content_changed`, or as runGit does
 */
export const checkSides = async (wanted: WantedInRange, repository: Repository): Promise<Sides> => {
  refuseScope(wanted);
  refuseKind(wanted);
  await checkGitVersion(repository.topLevel, repository.context);
  if (wanted.action !== 'unstage') await refuseConverted(pathsOf(wanted.file), repository);
  const sides = await readSides(wanted, repository);
  refuseIfChanged(wanted, sides);
  return sides;
};

const refuseScope = ({ range: { to, isFromIndex }, action }: WantedInRange): void => {
  const isPossible =
    to === 'worktree'
      ? action !== 'unstage' || isFromIndex === undefined
      : to === 'index' && action === 'unstage';
  if (!isPossible)
    throw new GalleyError(
      'change_refused',
      'What is compared now cannot be changed so. Compare the uncommitted, staged or unstaged changes.',
    );
};

const refuseKind = ({ file, lines }: WantedInRange): void => {
  const { kind, notCompared, tooLargeBytes, hasConflict, isBinary } = file;
  if (kind === 'submodule')
    throw new GalleyError('change_refused', 'This is a submodule. Use git for it.');
  if (hasConflict === true || notCompared === 'conflict')
    throw new GalleyError(
      'change_refused',
      'This file is in conflict. Resolve that with git first.',
    );
  if (notCompared !== undefined || tooLargeBytes !== undefined)
    throw new GalleyError('change_refused', 'This file was not compared. Use git for it.');
  if (lines !== undefined && (isBinary || kind === 'symlink')) throw notText();
};

const convertingAttributes = ['filter', 'working-tree-encoding', 'ident'] as const;

/** Refuses files that git would pass through a program, or write in another form than lines. */
export const refuseConverted = async (
  paths: readonly string[],
  { topLevel: cwd, context }: Repository,
): Promise<void> => {
  const input = Buffer.concat(paths.flatMap((path) => [pathBytes(path), Buffer.alloc(1)]));
  const { stdout } = await runGit({
    cwd,
    context,
    args: ['check-attr', '-z', '--stdin', ...convertingAttributes],
    input,
    encoding: 'latin1',
  });
  const fields = stdout.split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [attribute, value = ''] = fields.slice(at + 1, at + 3);
    if (value === 'unspecified' || value === 'unset') continue;
    throw new GalleyError(
      'change_refused',
      attribute === 'filter'
        ? `This file needs the git filter ${JSON.stringify(value)}, and Galley runs no filters. Use git for it.`
        : `Git converts this file (attribute ${attribute}). Use git for it.`,
    );
  }
};

/** Where the file is, and where it was before it was renamed. */
export const pathsOf = ({ path, oldPath, status }: ChangedFile): string[] =>
  status === 'renamed' && oldPath !== undefined && oldPath !== path ? [path, oldPath] : [path];

/** The three states of a file. */
export interface Sides {
  readonly head: ReadonlyMap<string, Entry>;
  readonly index: ReadonlyMap<string, Entry>;
  /** Read unless only what is staged matters. */
  readonly worktree: WorktreeEntry | undefined;
  /** Its content as git stores it, which differs in line ends. */
  readonly stored: Blob | undefined;
  /** Mode of its entry in the index. */
  readonly mode: string;
}

const readSides = async (
  { range: { to, from, isFromIndex, scope }, file }: WantedInRange,
  repository: Repository,
): Promise<Sides> => {
  const { topLevel, context } = repository;
  const paths = pathsOf(file);
  const at = { cwd: topLevel, context };
  const [index, [commit], { stdout: fileMode }] = await Promise.all([
    readIndex(repository, paths),
    resolveRevisions(at, ['HEAD^{commit}']),
    runGit({
      ...at,
      args: ['config', '--type=bool', '--get', 'core.fileMode'],
      okExitCodes: [0, 1],
    }),
  ]);
  const tip = commit ?? (await readRepository(at)).emptyTree;
  // Another commit has other line numbers.
  if (isFromIndex === undefined && scope.kind !== 'base' && tip !== from) throw changedSince();
  const head = await readCommitted(repository, tip, paths);
  const compared =
    isFromIndex === true
      ? index
      : tip === from
        ? head
        : await readCommitted(repository, from, paths);
  const { oldPath = file.path, oldBlob = compared.get(oldPath)?.id } = file;
  // Where only its name or mode differs, the patch has no ids.
  const { newBlob = oldBlob ?? '' } = file;
  const worktree = to === 'worktree' ? await readWorktreeEntry(topLevel, file.path) : undefined;
  const known = index.get(file.path);
  const hasMode = fileMode.trim() !== 'false';
  const stored = worktree === undefined ? undefined : storedForm(worktree, newBlob);
  const modeOfFile =
    hasMode && worktree !== undefined && isExecutable(worktree) ? '100755' : '100644';
  const regular =
    hasMode || known === undefined || known.mode === linkMode ? modeOfFile : known.mode;
  return { head, index, worktree, stored, mode: worktree?.kind === 'link' ? linkMode : regular };
};

/** What git stores for the file, if that is what was compared. @throws GalleyError `content_changed` */
export const storedForm = ({ kind, content }: WorktreeEntry, id: string): Blob => {
  if (idOf(content, id.length) === id) return { id, text: content.toString('latin1') };
  const text = content.toString('latin1').replaceAll('\r\n', '\n');
  if (kind === 'file' && idOf(Buffer.from(text, 'latin1'), id.length) === id) return { id, text };
  throw changedSince();
};

/** Whether what is compared is still there. */
const refuseIfChanged = (
  { range: { to, isFromIndex, scope }, file }: WantedInRange,
  { head, index, worktree }: Sides,
): void => {
  const { path, oldPath = path, oldBlob, newBlob, status } = file;
  const isWorktree = to === 'worktree';
  // A file in the work tree was checked as it was read.
  if (isWorktree && (worktree === undefined) !== (status === 'deleted')) throw changedSince();
  if (!isWorktree && newBlob !== undefined && index.get(path)?.id !== newBlob) throw changedSince();
  if (!isWorktree && status === 'deleted' && index.has(path)) throw changedSince();
  if (scope.kind === 'base') return;
  const before = (isFromIndex === true ? index : head).get(oldPath);
  if (oldBlob !== undefined && before?.id !== oldBlob) throw changedSince();
};
