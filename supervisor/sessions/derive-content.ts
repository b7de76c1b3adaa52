import { mkdir } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { replaceFile, storageError } from '../../shared/node/atomic-file.ts';
import {
  changePaths,
  coloursPath,
  contentsPath,
  noWhitespacePaths,
  sidePath,
} from '../../shared/node/paths.ts';
import { maxContentBytes } from '../../shared/node/text-source.ts';
import { noColours } from '../../shared/session/diff-colours.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { Derivation, ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { TaskRequest } from '../threads/task-requests.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { readSource, replaceSource } from './spool.ts';
import { maxPatchBytes, type InspectedSource, type InspectSource, type Source } from './source.ts';

interface DeriveOptions {
  readonly wanted: Derivation;
  readonly files: { readonly spool: string; readonly document: string };
  readonly threads: ThreadPool;
  readonly colourers: ThreadPool;
  readonly inspect: InspectSource;
  readonly signal: AbortSignal;
}

type Wanted<Kind extends Derivation['kind']> = Extract<Derivation, { kind: Kind }>;
type DerivedRange = Extract<Source, { kind: 'range' }>['range'];

/** What the worker is told of it: why there is nothing, or what there is beside the spool. */
export type DeriveAnswer = Pick<
  Extract<ToWorker, { type: 'derived' }>,
  'failure' | 'state' | 'commits'
>;

/**
 * Has the pool make what a worker asks for, in its spool, from what the session was opened with.
 * @throws GalleyError where it cannot be had
 */
export const deriveContent = async ({
  wanted,
  files,
  threads,
  colourers,
  inspect,
  signal,
}: DeriveOptions): Promise<DeriveAnswer> => {
  const source = await readSource(files.spool);
  const run = (request: TaskRequest) => threads.run(request, { signal });
  switch (wanted.kind) {
    case 'content':
      if (source?.kind === 'range')
        return {
          commits: await readAgain(source.range, {
            spool: files.spool,
            version: wanted.version,
            run,
            lookAgain: (request) => inspect(request, signal),
          }),
        };
      await run(await documentTask(source, files, (request) => inspect(request, signal)));
      return {};
    case 'no-whitespace':
      await run(noWhitespaceTask(source, changePaths(files.spool, wanted.version)));
      return {};
    case 'colours':
      await colourOnce(changePaths(files.spool, wanted.version), colourers, signal);
      return {};
    case 'side':
      await run(sideTask(source, wanted, changePaths(files.spool, wanted.version)));
      return {};
    case 'worktree-state': {
      // It can wait until there is nothing that a reviewer waits for.
      if (threads.stats().queued > 0)
        throw new GalleyError('queue_full', 'Other tasks come first.');
      const { topLevel } = worktreeOf(source?.kind === 'range' ? source.range : undefined);
      const contents = contentsPath(files.spool);
      return threads.run({ task: 'worktree-state', topLevel, contents }, { signal });
    }
  }
};

/** @throws GalleyError `not_found` for what never changes */
const worktreeOf = (range: DerivedRange | undefined): DerivedRange => {
  if (range?.to !== 'worktree')
    throw new GalleyError('not_found', 'This comparison never changes.');
  return range;
};

interface Again {
  readonly spool: string;
  readonly version: number;
  readonly run: (request: TaskRequest) => Promise<unknown>;
  readonly lookAgain: LookAgain;
}

/** What opening it now would find. */
type LookAgain = (request: OpenRequest) => Promise<InspectedSource>;

/** The change once more, as opening it now would make it: against the commit that the work tree is at by now. */
const readAgain = async (
  known: DerivedRange,
  { spool, version, run, lookAgain }: Again,
): Promise<Commits> => {
  const { source } = await lookAgain({ mode: 'review', cwd: worktreeOf(known).topLevel });
  const range = source.kind === 'range' ? source.range : known;
  const { folder, patch, manifest } = changePaths(spool, version);
  await makeFolder(folder);
  const from = { kind: 'range', range } as const;
  const output = { patch, manifest, contents: contentsPath(spool), version };
  await run({ task: 'prepare-diff', from, ...output, maxBytes: maxPatchBytes });
  await replaceSource(spool, { kind: 'range', range });
  return { base: range.from, head: range.to };
};

/** Not with its parents: Node says ENOENT of a full disk then. */
const makeFolder = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
    // An attempt before may have made it, and nothing in it.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw storageError(path, cause);
  });

const documentTask = async (
  source: Source | undefined,
  { spool, document }: DeriveOptions['files'],
  lookAgain: LookAgain,
): Promise<TaskRequest> => {
  if (source?.kind !== 'files')
    throw new GalleyError(
      'not_found',
      'This content did not come from a file that could be read again.',
    );
  const { folder } = source;
  const found =
    folder === undefined
      ? source
      : (await lookAgain({ mode: 'document', cwd: folder, path: folder })).source;
  return {
    task: 'render-document',
    sources: found.kind === 'files' ? found.files : source.files,
    output: document,
    contents: contentsPath(spool),
    maxBytes: maxContentBytes,
  };
};

type ChangePaths = ReturnType<typeof changePaths>;

/** Where it fails, nothing in its colours is what there is: what kept a highlighter busy would do so again. */
const colourOnce = async (
  { folder, patch, manifest }: ChangePaths,
  colourers: ThreadPool,
  signal: AbortSignal,
): Promise<void> => {
  const output = coloursPath(folder);
  try {
    await colourers.run({ task: 'colour-files', patch, manifest, output }, { signal });
  } catch (error) {
    const isForLater = error instanceof GalleyError && notYet.has(error.code);
    if (!isForLater && !signal.aborted)
      await replaceFile(output, JSON.stringify(noColours), { isDurable: false });
    throw error;
  }
};

/** Of these another try may come to something else. */
const notYet = new Set<string>(['queue_full', 'shutting_down', 'storage_failed']);

const noWhitespaceTask = (
  source: Source | undefined,
  { folder, patch, manifest }: ChangePaths,
): TaskRequest => {
  const range = source?.kind === 'range' ? { range: source.range } : {};
  return {
    task: 'hide-whitespace',
    ...range,
    from: { patch, manifest },
    ...noWhitespacePaths(folder),
    maxBytes: maxPatchBytes,
  };
};

const sideTask = (
  source: Source | undefined,
  { fileId, side }: Wanted<'side'>,
  { folder, manifest }: ChangePaths,
): TaskRequest => {
  if (source?.kind !== 'range')
    throw new GalleyError(
      'not_found',
      'Only the patch itself is known: there is no repository to read more from.',
    );
  return {
    task: 'read-side',
    range: source.range,
    manifest,
    fileId,
    side,
    output: sidePath(folder, { fileId, side }),
    maxBytes: maxContentBytes,
  };
};
