import { GalleyError, type ErrorCode } from '../../shared/errors.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { contentsPath } from '../../shared/node/paths.ts';
import { maxContentBytes } from '../../shared/node/text-source.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { RenderDocumentRequest, TaskRequest } from '../threads/task-requests.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { Source } from './source.ts';

interface PrepareOptions {
  readonly source: Source;
  readonly files: {
    readonly spool: string;
    readonly input: string;
    readonly document: string;
    readonly manifest: string;
    readonly patch: string;
  };
  readonly isPrivateAllowed: boolean;
  readonly extraCaFile: string | undefined;
  readonly threads: ThreadPool;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Runs the tasks that turn the source into what the page shows. Never rejects. */
export const prepareContent = async (options: PrepareOptions): Promise<Preparation> => {
  try {
    for (const request of tasksFor(options))
      await options.threads.run(request, { signal: options.signal });
    return { state: 'ready' };
  } catch (error) {
    const failure = failureOf(error, 'The content could not be prepared.');
    const { logger, signal } = options;
    const err = error instanceof GalleyError ? (error.cause ?? error) : error;
    if (!signal.aborted) logger.warn({ err, code: failure.code }, 'preparation failed');
    return { state: 'failed', ...failure };
  }
};

const tasksFor = ({
  source,
  files,
  isPrivateAllowed,
  extraCaFile,
}: PrepareOptions): TaskRequest[] => {
  switch (source.kind) {
    case 'text':
      return [renderTask([{ path: files.input }], files.document)];
    case 'files':
      return [{ ...renderTask(source.files, files.document), contents: contentsPath(files.spool) }];
    case 'url':
      return [
        {
          task: 'fetch-document',
          url: source.url,
          output: files.input,
          isPrivateAllowed,
          extraCaFile,
          maxBytes: maxContentBytes,
        },
        renderTask([{ path: files.input }], files.document),
      ];
    case 'change': {
      const { input, patch, manifest } = files;
      const contents = contentsPath(files.spool);
      return [{ task: 'prepare-diff', source, input, patch, manifest, contents }];
    }
  }
};

const renderTask = (
  sources: readonly { path: string; name?: string }[],
  output: string,
): RenderDocumentRequest => ({
  task: 'render-document',
  sources,
  output,
  maxBytes: maxContentBytes,
});

/** Why content is unavailable, as shown to the reviewer. */
export interface Failure {
  readonly code: ErrorCode;
  readonly error: string;
}

/** An error as shown to the reviewer: its own message, or `otherwise` if only the log may have the details. */
export const failureOf = (error: unknown, otherwise: string): Failure =>
  error instanceof GalleyError
    ? { code: error.code, error: error.message }
    : { code: 'internal', error: `${otherwise} The supervisor log says why.` };
