import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths, contentsPath } from '../../shared/node/paths.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { DeriveCall } from '../workers/session-worker.ts';
import { deriveContent, type DeriveAnswer } from './derive-content.ts';
import type { Session } from './session-table.ts';
import type { InspectSource, Source } from './source.ts';
import { GalleyError, type ErrorCode } from '../../shared/errors.ts';
import { maxContentBytes } from '../../shared/node/text-source.ts';
import type {
  FetchDocumentRequest,
  RenderDocumentRequest,
  TaskRequest,
} from '../threads/task-requests.ts';

export interface SessionContentOptions {
  readonly paths: Paths;
  readonly threads: ThreadPool;
  /** A pool of its own, since colours are useful at once or not at all. */
  readonly colourers: ThreadPool;
  readonly inspect: InspectSource;
  readonly logger: Logger;
  readonly config: () => Promise<Config>;
  readonly extraCaFile: string | undefined;
}

/** Prepares and derives the content of sessions, in their spools, through tasks. */
export class SessionContent {
  readonly #options: SessionContentOptions;

  constructor(options: SessionContentOptions) {
    this.#options = options;
  }

  /** Prepares what the page shows. Never rejects. */
  async prepare(
    { record: { id }, preparing: { signal } }: Session,
    source: Source,
  ): Promise<Preparation> {
    const { paths, threads, config, logger, extraCaFile } = this.#options;
    const { allowPrivateUrls } = await config();
    const fetching = { isPrivateAllowed: allowPrivateUrls, extraCaFile };
    try {
      for (const request of tasksFor(source, sessionFiles(paths, id), fetching))
        await threads.run(request, { signal });
      return { state: 'ready' };
    } catch (error) {
      const failure = failureOf(error, 'The content could not be prepared.');
      const err = error instanceof GalleyError ? (error.cause ?? error) : error;
      if (!signal.aborted)
        logger.warn({ session: id, err, code: failure.code }, 'preparation failed');
      return { state: 'failed', ...failure };
    }
  }

  /**
   * Makes what a worker asks for and sends it the answer. Never rejects.
   * @returns whether content that could not be prepared is ready now
   */
  async derive({ record, preparing, worker }: Session, call: DeriveCall): Promise<boolean> {
    const { paths, threads, colourers, inspect, logger } = this.#options;
    const { request, wanted } = call;
    const { id } = record;
    const { signal } = preparing;
    const files = sessionFiles(paths, id);
    let answer: DeriveAnswer;
    try {
      answer = await deriveContent({ wanted, files, threads, colourers, inspect, signal });
    } catch (error) {
      const failure = failureOf(error, 'The content could not be read.');
      const facts = { session: id, kind: wanted.kind, code: failure.code };
      if (failure.code === 'internal' && !signal.aborted)
        logger.error({ ...facts, err: error }, 'not derived');
      // The work tree is polled: a failed poll is not worth a line in the log.
      else logger[wanted.kind === 'worktree-state' ? 'debug' : 'info'](facts, 'not derived');
      answer = { failure };
    }
    worker.send({ type: 'derived', request, ...answer });
    const isPrepared = wanted.kind === 'content' && answer.failure === undefined;
    return isPrepared && record.preparation.state === 'failed' && !signal.aborted;
  }
}

/** The tasks that turn the source into what the page shows. */
const tasksFor = (
  source: Source,
  files: ReturnType<typeof sessionFiles>,
  fetching: Pick<FetchDocumentRequest, 'isPrivateAllowed' | 'extraCaFile'>,
): TaskRequest[] => {
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
          maxBytes: maxContentBytes,
          ...fetching,
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

/** An error as shown to the reviewer: its own message, or `otherwise` if only the log may have the details. */
const failureOf = (
  error: unknown,
  otherwise: string,
): { readonly code: ErrorCode; readonly error: string } =>
  error instanceof GalleyError
    ? { code: error.code, error: error.message }
    : { code: 'internal', error: `${otherwise} The supervisor log says why.` };
