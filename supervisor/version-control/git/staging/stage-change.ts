import { isUtf8 } from 'node:buffer';
import { GalleyError } from '../../../../shared/errors.ts';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import type { StagingAction } from '../../../../shared/session/staging-action.ts';
import { programsOff, runGit } from '../run-git.ts';
import { checkSides, pathsOf, type Sides, type WantedInRange } from './check-sides.ts';
import { chooseLines, toStaged, toUnstaged, type LineMapping } from './choose-lines.ts';
import {
  editsOf,
  linesOf,
  withChosen,
  withoutChosen,
  type ChosenLines,
  type Edit,
} from './edits.ts';
import {
  editsBetween,
  linkMode,
  moduleMode,
  notText,
  readBlob,
  writeBlob,
  type Blob,
  type Entry,
  type Repository,
} from './index-entries.ts';
import type { Steps } from './kept-changes.ts';
import type { WorktreeEntry } from '../../worktree-entry.ts';

/**
 * Finds out what would stage, unstage or discard a file or lines, exactly as git's own commands do. Nothing is changed
 * yet, except that git has the new contents as objects.
 * @throws GalleyError `change_refused` with the reason, `content_changed` if the files are not those shown any more, or
 * as runGit does
 */
export const stepsToStage = async (
  wanted: WantedInRange,
  repository: Repository,
): Promise<Steps> => {
  const sides = await checkSides(wanted, repository);
  const steps = await (wanted.lines === undefined ? wholeFile : chosenLines)(
    wanted,
    sides,
    repository,
  );
  const index = steps.index.filter(({ before, after }) => !isSame(before, after));
  // Where a renamed file was, there may be nothing before and after.
  const worktree = steps.worktree.filter(
    ({ before, after }) => before !== undefined || after !== undefined,
  );
  if (index.length + worktree.length === 0) throw nothingToDo(wanted.action);
  return { index, worktree };
};

const isSame = (one: Entry | undefined, other: Entry | undefined): boolean =>
  one?.id === other?.id && one?.mode === other?.mode;

const wholeFile = async (
  { action, file }: WantedInRange,
  { head, index, worktree, stored, mode }: Sides,
  repository: Repository,
): Promise<Steps> => {
  const paths = pathsOf(file);
  if ([...index.values(), ...head.values()].some((entry) => entry.mode === moduleMode))
    throw new GalleyError('change_refused', 'There is a submodule at this path. Use git for it.');
  if (action === 'unstage')
    return {
      index: paths.map((path) => ({ path, before: index.get(path), after: head.get(path) })),
      worktree: [],
    };
  if (action === 'stage') {
    const id =
      stored === undefined ? undefined : await writeBlob(repository, fromLatin1(stored.text));
    const after = id === undefined ? undefined : { mode, id };
    return {
      index: paths.map((path) => ({
        path,
        before: index.get(path),
        after: path === file.path ? after : undefined,
      })),
      worktree: [],
    };
  }
  const back = index.get(file.path);
  if (back === undefined ? worktree === undefined : back.id === stored?.id && back.mode === mode)
    throw nothingToDo(action);
  const steps = paths.map(async (path) => {
    const before = path === file.path ? worktree : undefined;
    const entry = index.get(path);
    return { path, before, after: await checkedOut(entry, { path, before, repository }) };
  });
  return { index: [], worktree: await Promise.all(steps) };
};

interface CheckOutOptions {
  readonly path: string;
  readonly before: WorktreeEntry | undefined;
  readonly repository: Repository;
}

/** What git would write for an entry. */
const checkedOut = async (
  entry: Entry | undefined,
  { path, before, repository: { topLevel: cwd, context } }: CheckOutOptions,
): Promise<WorktreeEntry | undefined> => {
  if (entry === undefined) return undefined;
  const bytes = pathBytes(path);
  if (!isUtf8(bytes))
    throw new GalleyError('change_refused', 'The name of this file is not UTF-8. Use git for it.');
  const isLink = entry.mode === linkMode;
  const { stdout } = await runGit({
    cwd,
    context,
    settings: await programsOff(cwd, context),
    args: isLink
      ? ['cat-file', 'blob', entry.id]
      : ['cat-file', '--filters', `--path=${bytes.toString()}`, entry.id],
    encoding: 'latin1',
  });
  const content = fromLatin1(stdout);
  if (isLink) return { kind: 'link', content, permissions: 0o777 };
  return { kind: 'file', content, permissions: permissionsFor(entry.mode, before) };
};

/** As git does: only whether it is executable is known. */
const permissionsFor = (mode: string, before: WorktreeEntry | undefined): number => {
  const known = before?.kind === 'file' ? before.permissions : 0o666 & ~process.umask();
  return mode === '100755' ? known | ((known & 0o444) >> 2) : known & ~0o111;
};

const chosenLines = async (
  wanted: WantedInRange,
  sides: Sides,
  repository: Repository,
): Promise<Steps> => {
  const { action, file } = wanted;
  const { path } = file;
  const { index, head, worktree, stored, mode } = sides;
  const at = (entries: ReadonlyMap<string, Entry>): Entry | undefined =>
    entries.get(path) ??
    (pathsOf(file)[1] === undefined ? undefined : entries.get(file.oldPath ?? path));
  const [staged, committed] = [at(index), at(head)];
  if ([staged, committed].some((entry) => entry?.mode === linkMode || entry?.mode === moduleMode))
    throw notText();
  const read = async (entry: Entry | undefined): Promise<Blob | undefined> =>
    entry === undefined ? undefined : { id: entry.id, text: await readBlob(repository, entry.id) };
  const stagedBlob = await read(staged);
  const [old, now] =
    action === 'unstage' ? [await read(committed), stagedBlob] : [stagedBlob, stored];
  // Git compares objects, and of the work tree has none.
  if (stored !== undefined) await writeBlob(repository, fromLatin1(stored.text));
  const { edits, chosen } = await choose(
    wanted,
    { old, now, committed: await read(committed), staged: stagedBlob, stored },
    repository,
  );
  if (chosen.old.size + chosen.new.size === 0) throw nothingToDo(action);
  const lines = { old: linesOf(old?.text ?? ''), new: linesOf(now?.text ?? ''), edits };
  if (action === 'discard') {
    const restored = withLineEnds(lines.old, { worktree, stored });
    const raw = linesOf(worktree?.content.toString('latin1') ?? '');
    const text = whole(withoutChosen({ old: restored, new: raw, edits }, chosen));
    const isGone = old === undefined && text === '';
    const after: WorktreeEntry | undefined = isGone
      ? undefined
      : {
          kind: 'file',
          content: fromLatin1(text),
          permissions: worktree?.permissions ?? permissionsFor(staged?.mode ?? mode, undefined),
        };
    return { index: [], worktree: [{ path, before: worktree, after }] };
  }
  const text = whole((action === 'stage' ? withChosen : withoutChosen)(lines, chosen));
  // Without its last lines, a file is empty, or it is gone where the other side has none.
  const isGone = text === '' && (action === 'stage' ? now : old) === undefined;
  const entryMode =
    (action === 'stage' ? staged?.mode : (index.get(path)?.mode ?? committed?.mode)) ?? mode;
  const after = isGone
    ? undefined
    : { mode: entryMode, id: await writeBlob(repository, fromLatin1(text)) };
  const [, from] = pathsOf(file);
  const moved =
    action === 'stage' && from !== undefined && !index.has(path)
      ? [{ path: from, before: index.get(from), after: undefined }]
      : [];
  return { index: [{ path, before: index.get(path), after }, ...moved], worktree: [] };
};

/** Lines that come back to a file whose line ends git converts get those of the file. */
const withLineEnds = (
  lines: readonly string[],
  { worktree, stored }: Pick<Sides, 'worktree' | 'stored'>,
): readonly string[] => {
  const isConverted = worktree !== undefined && worktree.content.length !== stored?.text.length;
  return isConverted ? lines.map((line) => line.replace(/\n$/u, '\r\n')) : lines;
};

interface Texts {
  readonly old: Blob | undefined;
  readonly now: Blob | undefined;
  readonly committed: Blob | undefined;
  readonly staged: Blob | undefined;
  readonly stored: Blob | undefined;
}

const choose = async (
  { range, action, file, patch, lines: selected = [] }: WantedInRange,
  { old, now, committed, staged, stored }: Texts,
  repository: Repository,
): Promise<{ readonly edits: readonly Edit[]; readonly chosen: ChosenLines }> => {
  const shown = editsOf(patch);
  if (shown === undefined) throw notText();
  if (range.isFromIndex === true || range.to === 'index')
    return { edits: shown, chosen: chooseLines({ shown, selected, edits: shown }) };
  const compared =
    file.oldBlob === undefined
      ? undefined
      : { id: file.oldBlob, text: await readBlob(repository, file.oldBlob) };
  const edits = await editsBetween(repository, old, now);
  const mapping: LineMapping =
    action === 'unstage'
      ? toStaged(
          await editsBetween(repository, compared, committed),
          await editsBetween(repository, staged, stored),
        )
      : toUnstaged(await editsBetween(repository, compared, staged));
  return { edits, chosen: chooseLines({ shown, selected, edits, mapping }) };
};

/** @throws GalleyError `change_refused` if a line without a line feed would be followed by others */
const whole = (text: string | undefined): string => {
  if (text === undefined)
    throw new GalleyError(
      'change_refused',
      'A line without a line break at its end would come before others. Choose that line, too.',
    );
  return text;
};

const fromLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const nothingToDo = (action: StagingAction): GalleyError =>
  new GalleyError(
    'change_refused',
    action === 'unstage'
      ? 'Nothing of this is staged.'
      : `Nothing of this is unstaged.${action === 'discard' ? ' Unstage it first.' : ''}`,
  );
