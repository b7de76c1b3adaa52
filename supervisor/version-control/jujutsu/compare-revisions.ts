import { createHash } from 'node:crypto';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { withSetAside } from '../../threads/patch/set-aside.ts';
import type { Change, CompareOptions, Comparison, PatchOptions } from '../provider.ts';
import type { StateParts } from '../state-parts.ts';
import type { LargeFile } from './record-working-copy.ts';
import { readNotes } from './read-notes.ts';
import type { ResolvedRevisions } from './resolve-revisions.ts';
import { runJj } from './run-jj.ts';

/**
 * Writes jj's patch of some revisions.
 * @throws GalleyError as runJj does
 */
export const compareRevisions = async (
  range: ResolvedRevisions,
  options: CompareOptions,
): Promise<Comparison> => {
  const entries = await readEntries(range, options.context);
  await diffRevisions(range, entries, options);
  return {
    notes: await readNotes(range, options.context),
    state: stateOf(range, entries),
    parts: partsOf(range, entries),
    complete: (files) => Promise.resolve(withEntries(files, entries, range)),
  };
};

const sideSchema = z.tuple([z.string(), z.string(), z.string(), z.boolean()]);
const entrySchema = z
  .tuple([z.string(), sideSchema, sideSchema])
  .transform(([status, source, target]) => ({
    status,
    source: entrySide(source),
    target: entrySide(target),
  }));
type Entry = z.infer<typeof entrySchema>;

/** One side of a changed file; `id` is empty where there is no file, or only a conflict. */
const entrySide = ([path, id, type, isConflict]: z.infer<typeof sideSchema>) => ({
  path,
  id,
  type,
  isConflict,
});

const sideTemplate = (side: string): string =>
  [
    '"["',
    `json(${side}.path())`,
    `",\\"" ++ ${side}.normal_value() ++ "\\","`,
    `json(${side}.file_type())`,
    '","',
    `json(${side}.conflict())`,
    '"]"',
  ].join(' ++ ');
const entryTemplate = `"[" ++ json(status_char) ++ "," ++ ${sideTemplate('source')} ++ "," ++ ${sideTemplate('target')} ++ "]\\n"`;

/** What changed, with the ids of the contents: unlike the patch, it cannot be misread, whatever the files' names. */
export const readEntries = async (
  range: ResolvedRevisions,
  context: TaskContext,
): Promise<Entry[]> => {
  const { root, operation } = range;
  const { stdout } = await runJj({
    root,
    operation,
    args: ['diff', ...sidesOf(range), `--template=${entryTemplate}`],
    context,
  });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => entrySchema.parse(JSON.parse(line)));
};

const sidesOf = ({ revisions, from, to }: ResolvedRevisions): string[] =>
  revisions === undefined ? [`--from=${from}`, `--to=${to}`] : [`--revisions=${revisions}`];

/** Fingerprints what is compared. The text of a conflict follows from the commits. */
export const stateOf = (
  { from, to, notRecorded = [], unmerged = [] }: ResolvedRevisions,
  entries: readonly Entry[],
): string => {
  const isConflict = entries.some(({ source, target }) => source.isConflict || target.isConflict);
  return createHash('sha256')
    .update(JSON.stringify([entries, isConflict ? [from, to] : [], ...notRecorded, ...unmerged]))
    .digest('hex')
    .slice(0, 32);
};

/** What the state is made of. */
export const partsOf = (
  { from = '', to, isWorkingCopy, notRecorded = [], unmerged = [] }: ResolvedRevisions,
  entries: readonly Entry[],
): StateParts => ({
  // The working copy is another commit after each edit.
  commits: [from, isWorkingCopy ? '' : to, ...unmerged].join(' '),
  files: new Map([
    ...entries.map((entry): [string, string] => [entry.target.path, JSON.stringify(entry)]),
    ...notRecorded.map((file): [string, string] => [file.path, JSON.stringify(file)]),
  ]),
});

/**
 * Streams jj's patch.
 * @throws GalleyError as runJj does
 */
export const diffRevisions = async (
  range: ResolvedRevisions,
  entries: readonly Entry[],
  { take, context, hidesSpace = false }: PatchOptions & { readonly hidesSpace?: boolean },
): Promise<void> => {
  const { root, operation } = range;
  const odd = entries.filter(hasOddName).flatMap(({ source, target }) => [source, target]);
  const without = odd.map(({ path }) => `~ ${fileset(path)}`);
  await runJj({
    root,
    operation,
    args: [
      'diff',
      '--git',
      ...(hidesSpace ? ['--ignore-all-space'] : []),
      ...sidesOf(range),
      ...(odd.length === 0 ? [] : [`all() ${without.join(' ')}`]),
    ],
    context,
    onOutput: take,
    // The pool enforces the real limit.
    timeLimitMs: 60 * 60_000,
  });
};

/** Jj writes names into its patch as they are, so that these could pass for lines of it, or for other names. */
const hasOddName = ({ source, target }: Entry): boolean =>
  [source, target].some(({ path }) => /[\p{Cc}"\\]/u.test(path));

/** Exactly one file, in jj's language of file sets. */
export const fileset = (path: string): string =>
  `root-file:"${path.replace(/["\\]/gu, String.raw`\$&`).replace(/\p{Cc}/gu, escaped)}"`;

/** All of them are below U+0080, but for those that need no escape. */
const escaped = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : character;
};

/**
 * Adds the ids of the contents, and a row for each file that the patch leaves out.
 * @throws GalleyError `jj_failed` if the patch shows other files than have changed
 */
const withEntries = (
  files: readonly ChangedFile[],
  entries: readonly Entry[],
  range: ResolvedRevisions,
): ChangedFile[] => {
  const byPath = new Map(entries.map((entry) => [entry.target.path, entry]));
  const shown = files.map((file) => {
    const entry = byPath.get(file.path);
    if (entry === undefined || (file.oldPath ?? file.path) !== entry.source.path)
      throw new GalleyError(
        'jj_failed',
        `The patch of jj shows ${file.path}, which has not changed. Review a patch file instead.`,
      );
    byPath.delete(file.path);
    return withIds(file, entry, range);
  });
  const rest = [
    ...Array.from(byPath.values(), rowOf),
    ...(range.notRecorded ?? []).map(rowOfLarge),
  ];
  return withSetAside([...shown, ...rest], new Map()).map((file, index) => ({
    ...file,
    id: String(index),
  }));
};

const withIds = (
  { oldBlob: _, newBlob: __, ...file }: ChangedFile,
  { source, target }: Entry,
  { from, to }: ResolvedRevisions,
): ChangedFile => {
  const oldBlob = from === undefined ? undefined : contentId(source, from);
  const newBlob = contentId(target, to);
  return {
    ...file,
    ...(oldBlob === undefined ? {} : { oldBlob }),
    ...(newBlob === undefined ? {} : { newBlob }),
    ...(target.isConflict ? { hasConflict: true } : {}),
  };
};

/** Identifies the content of a regular file; the text of a conflict follows from the commit. */
const contentId = (
  { id, type, isConflict }: Entry['source'],
  commit: string,
): string | undefined => {
  if (isConflict) return `conflict-${commit}`;
  return type === 'file' && id !== '' ? id : undefined;
};

/** A row without lines. */
const emptyRow = {
  id: '',
  additions: 0,
  deletions: 0,
  isBinary: false,
  hunks: [],
  offset: 0,
  bytes: 0,
} satisfies Partial<ChangedFile>;

const rowOf = ({ status, source, target }: Entry): ChangedFile => ({
  ...emptyRow,
  path: target.path,
  ...(source.path === target.path ? {} : { oldPath: source.path }),
  status: statuses[status] ?? 'modified',
  notCompared: 'refused',
});

const rowOfLarge = ({ path, bytes }: LargeFile): ChangedFile => ({
  ...emptyRow,
  path,
  status: 'added',
  tooLargeBytes: bytes,
});

const statuses: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  R: 'renamed',
};

/** Reads a file of one of the two commits. */
export const sideReader =
  ({ root, operation, from, to }: ResolvedRevisions): NonNullable<Change['readSide']> =>
  async ({ file, side }, take, context) => {
    const commit = side === 'old' ? from : to;
    const path = side === 'old' ? (file.oldPath ?? file.path) : file.path;
    if (commit === undefined || (side === 'old' ? file.oldBlob : file.newBlob) === undefined)
      throw new GalleyError('not_found', 'This file has no content on this side.');
    await runJj({
      root,
      operation,
      args: ['file', 'show', `--revision=${commit}`, fileset(path)],
      context,
      onOutput: take,
    });
  };
