import { readFile } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { noWhitespacePaths, sidePath } from '../../shared/node/paths.ts';
import { manifestSchema } from '../../shared/placement/manifest.ts';
import type { Derivation, ToWorker } from '../../shared/supervisor/worker-messages.ts';
import type { TaskRequest } from '../threads/task-requests.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { readSource } from './spool.ts';
import { maxContentBytes, maxPatchBytes, type Source } from './source.ts';

interface DeriveOptions {
  readonly wanted: Derivation;
  readonly files: {
    readonly spool: string;
    readonly manifest: string;
    readonly patch: string;
    readonly document: string;
  };
  readonly threads: ThreadPool;
  readonly signal: AbortSignal;
}

/** Why there is nothing, as the worker is told. */
export type DeriveFailure = NonNullable<Extract<ToWorker, { type: 'derived' }>['failure']>;

/**
 * Has the pool make what a worker asks for, in its spool, from what the session was opened with. Never rejects.
 * @returns why it could not be made; undefined where it is there
 */
export const deriveContent = async (options: DeriveOptions): Promise<DeriveFailure | undefined> => {
  try {
    await options.threads.run(await taskFor(options), { signal: options.signal });
    return undefined;
  } catch (error) {
    if (error instanceof GalleyError) return { code: error.code, error: error.message };
    return {
      code: 'internal',
      error: 'The content could not be read. The supervisor log says why.',
    };
  }
};

const taskFor = async ({ wanted, files }: DeriveOptions): Promise<TaskRequest> => {
  const source = await readSource(files.spool);
  switch (wanted.kind) {
    case 'content':
      return contentTask(source, files.document);
    case 'no-whitespace':
      return noWhitespaceTask(source, files);
    case 'side':
      return sideTask(source, wanted, files);
  }
};

const contentTask = (source: Source | undefined, output: string): TaskRequest => {
  if (source?.kind !== 'files')
    throw new GalleyError('not_found', 'This content came from no file that could be read again.');
  return {
    task: 'render-document',
    sources: source.files,
    output,
    maxBytes: maxContentBytes,
  };
};

const noWhitespaceTask = (
  source: Source | undefined,
  { spool, patch, manifest }: DeriveOptions['files'],
): TaskRequest => {
  const range = source?.kind === 'range' ? { range: source.range } : {};
  return {
    task: 'hide-whitespace',
    ...range,
    from: { patch, manifest },
    ...noWhitespacePaths(spool),
    maxBytes: maxPatchBytes,
  };
};

const sideTask = async (
  source: Source | undefined,
  { fileId, side }: Extract<Derivation, { kind: 'side' }>,
  files: DeriveOptions['files'],
): Promise<TaskRequest> => {
  if (source?.kind !== 'range')
    throw new GalleyError(
      'not_found',
      'Of a patch nothing more is known than what stands in it: there is no repository to ask.',
    );
  const manifest = manifestSchema.parse(JSON.parse(await readFile(files.manifest, 'utf8')));
  const file = manifest.files.find(({ id }) => id === fileId);
  if (file === undefined)
    throw new GalleyError('not_found', 'There is no changed file with this id.');
  return {
    task: 'read-side',
    range: source.range,
    file,
    side,
    output: sidePath(files.spool, { fileId: file.id, side }),
    maxBytes: maxContentBytes,
  };
};
