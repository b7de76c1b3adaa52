import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../../shared/errors.ts';
import {
  createFileOnce,
  readFileIfThere,
  removeDurably,
} from '../../../../shared/node/atomic-file.ts';
import { projectChangeSchema, type ProjectChange } from '../../../../shared/session/staging.ts';
import { readIndex, writeEntries, type IndexStep, type Repository } from './index-entries.ts';
import {
  changedSince,
  readWorktreeEntry,
  writeWorktreeEntry,
  type WorktreeEntry,
} from '../../worktree-entry.ts';

/** The change of a file of the work tree; undefined where there is none. */
export interface WorktreeStep {
  readonly path: string;
  readonly before: WorktreeEntry | undefined;
  readonly after: WorktreeEntry | undefined;
}

/** All that one action changes. */
export interface Steps {
  readonly index: readonly IndexStep[];
  readonly worktree: readonly WorktreeStep[];
}

const entrySchema = z.object({ mode: z.string(), id: z.string() });
const contentSchema = z
  .object({ kind: z.enum(['file', 'link']), content: z.base64(), permissions: z.int() })
  .transform(({ content, ...rest }) => ({ ...rest, content: Buffer.from(content, 'base64') }));

const orNothing = <Entry extends z.ZodType>(entry: Entry) =>
  z.nullable(entry).transform((one) => one ?? undefined);

const stepsOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(z.object({ path: z.string(), before: orNothing(entry), after: orNothing(entry) }));

const keptSchema = z.object({
  topLevel: z.string(),
  change: projectChangeSchema,
  index: stepsOf(entrySchema),
  worktree: stepsOf(contentSchema),
});
type Kept = z.output<typeof keptSchema>;

interface KeepOptions {
  /** Where changes are kept. */
  readonly folder: string;
  readonly repository: Repository;
}

/**
 * Makes a change, of which first is kept what undoes it, whatever dies in between.
 * @throws GalleyError as the writing does
 */
export const makeChange = async (
  { folder, repository }: KeepOptions,
  made: Omit<ProjectChange, 'id' | 'madeAt'>,
  steps: Steps,
): Promise<ProjectChange> => {
  const id = randomBytes(16).toString('hex');
  const change = { ...made, id, madeAt: new Date().toISOString() };
  const path = fileOf(folder, id);
  const { topLevel } = repository;
  const index = steps.index.map(({ before = null, after = null, ...step }) => ({
    ...step,
    before,
    after,
  }));
  const worktree = steps.worktree.map(({ before, after, ...step }) => ({
    ...step,
    before: inBase64(before),
    after: inBase64(after),
  }));
  await createFileOnce(path, JSON.stringify({ topLevel, change, index, worktree }));
  const written: WorktreeStep[] = [];
  try {
    await perform(repository, steps, written);
  } catch (error) {
    if (await takeBack(repository, written)) await removeDurably(path);
    throw error;
  }
  return change;
};

/** Takes back what was half done. @returns whether all is as it was; else it can still be undone */
const takeBack = async (
  repository: Repository,
  written: readonly WorktreeStep[],
): Promise<boolean> => {
  try {
    await perform(repository, { index: [], worktree: written.map(turned) });
    return true;
  } catch {
    // Something else was written there: keep what was before.
    return false;
  }
};

const inBase64 = (entry: WorktreeEntry | undefined) =>
  entry === undefined
    ? null
    : {
        kind: entry.kind,
        content: entry.content.toString('base64'),
        permissions: entry.permissions,
      };

/** @param written gets what was written to the work tree; entries of the index are changed all or none */
const perform = async (
  repository: Repository,
  { index, worktree }: Steps,
  written: WorktreeStep[] = [],
): Promise<void> => {
  for (const step of worktree) {
    const { path, before, after } = step;
    const seen = await readWorktreeEntry(repository.topLevel, path);
    if (!isSame(seen, before)) throw changedSince();
    await writeWorktreeEntry(repository.topLevel, path, { seen, entry: after });
    written.push(step);
  }
  await writeEntries(repository, index);
};

/**
 * Undoes a kept change. What is already as it was stays; nothing is written if something else is there by now.
 * @throws GalleyError `not_found`, `content_changed`, or as the writing does
 */
export const undoChange = async (
  { folder, repository }: KeepOptions,
  id: string,
): Promise<ProjectChange> => {
  const kept = await readKept(folder, id);
  if (kept === undefined || kept.topLevel !== repository.topLevel) throw notKept();
  const back = await remaining(repository, {
    index: kept.index.map(turned),
    worktree: kept.worktree.map(turned),
  });
  await perform(repository, back);
  await removeDurably(fileOf(folder, id));
  return kept.change;
};

const turned = <Step extends { readonly before: unknown; readonly after: unknown }>(
  step: Step,
) => ({
  ...step,
  before: step.after,
  after: step.before,
});

/** The steps that have not been made. @throws GalleyError `content_changed` */
const remaining = async (repository: Repository, steps: Steps): Promise<Steps> => {
  const worktree = [];
  for (const step of steps.worktree) {
    const now = await readWorktreeEntry(repository.topLevel, step.path);
    if (isSame(now, step.after)) continue;
    if (!isSame(now, step.before)) throw isInTheWay(step.path, step.before === undefined);
    worktree.push(step);
  }
  const paths = steps.index.map(({ path }) => path);
  const now = await readIndex(repository, paths);
  const index = steps.index.filter(({ path, before, after }) => {
    const entry = now.get(path);
    if (isSameEntry(entry, after)) return false;
    if (!isSameEntry(entry, before)) throw isInTheWay(path);
    return true;
  });
  return { index, worktree };
};

/** Looking again does not help: what is there now must go first. */
const isInTheWay = (path: string, wasRemoved = false): GalleyError =>
  new GalleyError(
    'content_changed',
    wasRemoved
      ? `There is a file ${path} again. Move it away, then undo.`
      : `${path} has changed since. Take back what has changed in it, then undo.`,
  );

const isSameEntry = (one: IndexStep['before'], other: IndexStep['before']): boolean =>
  one?.id === other?.id && one?.mode === other?.mode;

const isSame = (one: WorktreeEntry | undefined, other: WorktreeEntry | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.kind === other.kind &&
    one.content.equals(other.content) &&
    (one.kind === 'link' || one.permissions === other.permissions)
  );
};

/** What can be undone in a repository, latest first. */
export const listChanges = async (
  folder: string,
  topLevel: string,
): Promise<readonly ProjectChange[]> => {
  const names = await readdir(folder).catch(() => []);
  const kept: Kept[] = [];
  for (const name of names) {
    const [, id] = /^([0-9a-f]{32})\.json$/u.exec(name) ?? [];
    const one = id === undefined ? undefined : await readKept(folder, id);
    if (one?.topLevel === topLevel) kept.push(one);
  }
  return kept
    .map(({ change }) => change)
    .toSorted((one, other) => (one.madeAt < other.madeAt ? 1 : -1));
};

const fileOf = (folder: string, id: string): string => join(folder, `${id}.json`);

/** Undefined if it is gone, or was written by another release. */
const readKept = async (folder: string, id: string): Promise<Kept | undefined> => {
  const text = await readFileIfThere(fileOf(folder, id));
  if (text === undefined) return undefined;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const notKept = (): GalleyError =>
  new GalleyError(
    'not_found',
    'This cannot be undone any more: it was undone, or is older than a week.',
  );
