import { mkdir, rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { replaceFile, storageError } from '../../shared/node/atomic-file.ts';
import {
  changePaths,
  coloursPath,
  contentsPath,
  noWhitespacePaths,
  sidePath,
  skillsPath,
  statePartsPath,
  structurePath,
} from '../../shared/node/paths.ts';
import { noColours } from '../../shared/session/diff-colours.ts';
import { scopeChoiceSchema } from '../../shared/session/scope.ts';
import type { ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type { HideWhitespaceRequest, WorktreeStateRequest } from '../threads/change-requests.ts';
import type { DocumentsStateRequest, WantedVersion } from '../threads/document-requests.ts';
import type { TaskRequest, TaskResult } from '../threads/task-requests.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import { projectTask, repositoryTask, roundsTask, type KeptRounds } from './change-tasks.ts';
import { documentTask, readDocumentsAgain } from './document-tasks.ts';
import { editSource } from './edit-source.ts';
import { linksTask } from './link-tasks.ts';
import { readSource, replaceSource } from './spool.ts';
import type { InspectSource, Source } from './source.ts';
import { settledComments } from './settled-comments.ts';
import { versionsTask } from './version-tasks.ts';

export interface DeriveOptions {
  readonly wanted: Derivation;
  /** The folder of the review. */
  readonly cwd: string;
  readonly files: { readonly spool: string; readonly input: string; readonly document: string };
  /** Folder of what undoes changes of the project. */
  readonly kept: string;
  readonly rounds: KeptRounds;
  /** What texts that are kept are versions of. */
  readonly version: WantedVersion | undefined;
  readonly threads: ThreadPool;
  readonly colourers: ThreadPool;
  readonly parsers: ThreadPool;
  readonly inspect: InspectSource;
  readonly signal: AbortSignal;
}

type RunTask = <Request extends TaskRequest>(request: Request) => Promise<TaskResult<Request>>;

/** The answer to the worker: why it failed, or what is not in the spool. */
export type DeriveAnswer = Pick<
  Extract<ToWorker, { type: 'derived' }>,
  'failure' | 'state' | 'changed' | 'commits' | 'answer'
>;

/**
 * Runs the task for what a worker asks for; the result goes to its spool.
 * @throws GalleyError if the source does not have it, or as the task does
 */
export const deriveContent = async (options: DeriveOptions): Promise<DeriveAnswer> => {
  const { wanted, cwd, files, kept, rounds, threads, colourers, parsers, signal } = options;
  const source = await readSource(files.spool);
  const run: RunTask = (request) => threads.run(request, { signal });
  switch (wanted.kind) {
    case 'content':
      if (source?.kind === 'change') return readChangeAgain(source, wanted, { files, run });
      await readDocumentsAgain(source, wanted.version, options);
      return {};
    case 'repository':
      return { answer: await run(repositoryTask(wanted, changeOf(source), { ...files, kept })) };
    case 'no-whitespace':
      await run(whitespaceTask(changeOf(source), changePaths(files.spool, wanted.version)));
      return {};
    case 'colours':
      await colourOnce(changePaths(files.spool, wanted.version), colourers, signal);
      return {};
    case 'side': {
      const { fileId, side } = wanted;
      const { folder, manifest } = changePaths(files.spool, wanted.version);
      const output = sidePath(folder, { fileId, side });
      await run({ task: 'read-side', source: changeOf(source), manifest, fileId, side, output });
      return {};
    }
    case 'structure':
      await readStructure(changeOf(source), changePaths(files.spool, wanted.version), (request) =>
        parsers.run(request, { signal }),
      );
      return {};
    case 'rounds':
      await run(roundsTask(source, { ...files, version: wanted.version }, rounds));
      return {};
    case 'file':
    case 'references':
      await run(projectTask(wanted, changeOf(source), files.spool));
      return {};
    case 'source':
      return { answer: await editSource(wanted, source, options) };
    case 'settled':
      return { answer: await settledComments(rounds, wanted.change) };
    case 'versions':
    case 'compared-versions':
      await run(await versionsTask(wanted, source, files));
      return {};
    case 'links':
      return { answer: await run(linksTask(wanted, source, { cwd, spool: files.spool })) };
    case 'shared':
    case 'document':
    case 'kept-document':
      await run(documentTask(wanted, source, options));
      return {};
    case 'skills':
      await run({ task: 'read-skills', cwd, output: skillsPath(files.spool) });
      return {};
    case 'worktree-state':
      refuseIfBusy(threads);
      return run(stateTask(source, wanted.version, files.spool));
  }
};

/** Low priority: reviewers wait for the other tasks. @throws GalleyError `queue_full` */
const refuseIfBusy = (threads: ThreadPool): void => {
  if (threads.stats().queued > 0) throw new GalleyError('queue_full', 'Other tasks come first.');
};

const stateTask = (
  source: Source | undefined,
  version: number | undefined,
  spool: string,
): DocumentsStateRequest | WorktreeStateRequest =>
  source?.kind === 'documents' || source?.kind === 'files'
    ? { task: 'documents-state', source, spool, version: version ?? 1 }
    : {
        task: 'worktree-state',
        source: changeOf(source),
        contents: contentsPath(spool),
        made: statePartsPath(changePaths(spool, version ?? 1).folder),
      };

/** @throws GalleyError `not_found` if the spool does not say what is compared */
const changeOf = (source: Source | undefined): ChangeSource => {
  if (source?.kind !== 'change')
    throw new GalleyError('not_found', 'It is not known any more what is compared.');
  return source;
};

const whitespaceTask = (
  source: ChangeSource,
  { folder, ...from }: ReturnType<typeof changePaths>,
): HideWhitespaceRequest => ({
  task: 'hide-whitespace',
  source,
  from,
  ...noWhitespacePaths(folder),
});

/** Resolves a change again, or what was chosen instead, and prepares it. */
const readChangeAgain = async (
  source: ChangeSource,
  { choice, version }: Extract<Derivation, { kind: 'content' }>,
  { files, run }: Pick<DeriveOptions, 'files'> & { readonly run: RunTask },
): Promise<DeriveAnswer> => {
  const chosen = choice === undefined ? {} : { choice: scopeChoiceSchema.parse(choice) };
  const { source: now, commits } = await run({ task: 'refresh-change', source, ...chosen });
  await readAgain(now, { ...files, version }, run);
  return commits === undefined ? {} : { commits };
};

/** Prepares a change again, as if it were opened now. */
const readAgain = async (
  source: ChangeSource,
  { spool, input, version }: { spool: string; input: string; version: number },
  run: (request: TaskRequest) => Promise<unknown>,
): Promise<void> => {
  const { folder, patch, manifest } = changePaths(spool, version);
  await makeFolder(folder);
  const contents = contentsPath(spool);
  const made = statePartsPath(folder);
  await run({ task: 'prepare-diff', source, input, patch, manifest, contents, made, version });
  await replaceSource(spool, source);
};

/** How many threads read the structure of one change. */
export const structureParts = 2;

const readStructure = async (
  source: ChangeSource,
  { folder, manifest }: ReturnType<typeof changePaths>,
  run: (request: TaskRequest) => Promise<unknown>,
): Promise<void> => {
  const output = structurePath(folder);
  const of = structureParts;
  const parts = Array.from({ length: of }, (_, part) => `${output}.${part}`);
  const readPart = (path: string, part: number) =>
    run({ task: 'read-structure', source, manifest, part, of, output: path });
  try {
    // Both have ended before their files are removed.
    const ends = await Promise.allSettled(parts.map(readPart));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await run({ task: 'join-structure', manifest, parts, output });
  } finally {
    await Promise.all(parts.map((path) => rm(path, { force: true })));
  }
};

/** Not recursive, since Node would then report a full disk as ENOENT. */
const makeFolder = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
    // An earlier attempt may have left it empty.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw storageError(path, cause);
  });

/** On failure, stores that there are no colours: code that kept a highlighter busy would do so again. */
const colourOnce = async (
  { folder, patch, manifest }: ReturnType<typeof changePaths>,
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

/** Errors that a later attempt may not have. */
const notYet = new Set<string>(['queue_full', 'shutting_down', 'storage_failed']);
