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
import { repositoryQuestionSchema, scopeChoiceSchema } from '../../shared/session/scope.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { Derivation, ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { TaskRequest } from '../threads/task-requests.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import { readSource, replaceSource } from './spool.ts';
import type { InspectedSource, InspectSource, Source } from './source.ts';

interface DeriveOptions {
  readonly wanted: Derivation;
  readonly files: { readonly spool: string; readonly input: string; readonly document: string };
  readonly threads: ThreadPool;
  readonly colourers: ThreadPool;
  readonly inspect: InspectSource;
  readonly signal: AbortSignal;
}

/** The answer to the worker: why it failed, or what is not in the spool. */
export type DeriveAnswer = Pick<
  Extract<ToWorker, { type: 'derived' }>,
  'failure' | 'state' | 'commits' | 'answer'
>;

/**
 * Runs the task for what a worker asks for; the result goes to its spool.
 * @throws GalleyError if the source does not have it, or as the task does
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
  const run = <Request extends TaskRequest>(request: Request) => threads.run(request, { signal });
  switch (wanted.kind) {
    case 'content': {
      if (source?.kind === 'change') {
        const { choice } = wanted;
        const chosen = choice === undefined ? {} : { choice: scopeChoiceSchema.parse(choice) };
        const now = await run({ task: 'refresh-change', source, ...chosen });
        await readAgain(now.source, { ...files, version: wanted.version }, run);
        return now.commits === undefined ? {} : { commits: now.commits };
      }
      await run(await documentTask(source, files, (request) => inspect(request, signal)));
      return {};
    }
    case 'repository': {
      const question = repositoryQuestionSchema.parse(wanted.question);
      return { answer: await run({ task: 'ask-repository', source: changeOf(source), question }) };
    }
    case 'no-whitespace': {
      const { folder, ...from } = changePaths(files.spool, wanted.version);
      const output = noWhitespacePaths(folder);
      await run({ task: 'hide-whitespace', source: changeOf(source), from, ...output });
      return {};
    }
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
    case 'worktree-state': {
      // Low priority: reviewers wait for the other tasks.
      if (threads.stats().queued > 0)
        throw new GalleyError('queue_full', 'Other tasks come first.');
      const contents = contentsPath(files.spool);
      return run({ task: 'worktree-state', source: changeOf(source), contents });
    }
  }
};

/** @throws GalleyError `not_found` if the spool does not say what is compared */
const changeOf = (source: Source | undefined): ChangeSource => {
  if (source?.kind !== 'change')
    throw new GalleyError('not_found', 'It is not known any more what is compared.');
  return source;
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
  await run({ task: 'prepare-diff', source, input, patch, manifest, contents, version });
  await replaceSource(spool, source);
};

/** Not recursive, since Node would then report a full disk as ENOENT. */
const makeFolder = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
    // An earlier attempt may have left it empty.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw storageError(path, cause);
  });

/** Inspects the source again. */
type LookAgain = (request: OpenRequest) => Promise<InspectedSource>;

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
