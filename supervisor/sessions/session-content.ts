import { stat } from 'node:fs/promises';
import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import {
  beginningPath,
  sessionFiles,
  type Paths,
  contentsPath,
  statePartsPath,
} from '../../shared/node/paths.ts';
import type { SessionRecord } from '../../shared/session/session.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { DeriveCall } from '../workers/session-worker.ts';
import { deriveContent, type DeriveAnswer } from './derive-content.ts';
import type { Session } from './session-table.ts';
import { readLabel } from './spool.ts';
import type { InspectSource, Source } from './source.ts';
import { GalleyError, type ErrorCode } from '../../shared/errors.ts';
import { pathBytes } from '../../shared/node/path-name.ts';
import { longTextBytes } from '../../shared/node/text-source.ts';
import type {
  DocumentSource,
  FetchDocumentRequest,
  RenderDocumentRequest,
  WantedVersion,
} from '../threads/document-requests.ts';
import type { TaskRequest } from '../threads/task-requests.ts';
import { maxContentBytes } from '../../shared/limits.ts';

export interface SessionContentOptions {
  readonly paths: Paths;
  readonly threads: ThreadPool;
  /** Never busy with whole documents, so that their beginnings do not wait. */
  readonly inspectors: ThreadPool;
  /** A pool of its own, since colours are useful at once or not at all. */
  readonly colourers: ThreadPool;
  readonly parsers: ThreadPool;
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
  async prepare(session: Session, source: Source): Promise<Preparation> {
    const {
      record,
      preparing: { signal },
    } = session;
    const { id } = record;
    const { paths, threads, config, logger, extraCaFile } = this.#options;
    const files = sessionFiles(paths, id);
    const { allowPrivateUrls } = await config();
    const fetching = { isPrivateAllowed: allowPrivateUrls, extraCaFile };
    try {
      const version = await this.#version(record);
      for (const request of tasksFor(source, files, { fetching, version })) {
        if (request.task === 'render-document') await this.#showBeginning(session, request);
        const result = await threads.run(request, { signal });
        if (result !== undefined && 'versionError' in result)
          logger.warn({ session: id, reason: result.versionError }, 'versions not kept');
      }
      return { state: 'ready' };
    } catch (error) {
      const failure = failureOf(error, 'The content could not be prepared.');
      const err = error instanceof GalleyError ? (error.cause ?? error) : error;
      if (!signal.aborted)
        logger.warn({ session: id, err, code: failure.code }, 'preparation failed');
      return { state: 'failed', ...failure };
    }
  }

  /** Has the worker show the first blocks of a long text. Never rejects: the whole, rendered next, says what is wrong. */
  async #showBeginning(
    { worker, preparing: { signal } }: Session,
    { sources, output }: RenderDocumentRequest,
  ): Promise<void> {
    const [source] = sources;
    if (source === undefined || sources.length > 1) return;
    try {
      if ((await stat(pathBytes(source.path))).size < longTextBytes) return;
      const { hasBeginning } = await this.#options.inspectors.run(
        {
          task: 'render-beginning',
          source,
          output: beginningPath(output),
          maxBytes: maxContentBytes,
        },
        { signal },
      );
      if (hasBeginning)
        worker.send({ type: 'prepared', preparation: { state: 'preparing', hasBeginning } });
    } catch {
      // It is read when it is whole.
    }
  }

  /** What the texts are versions of; undefined if versions are not kept. */
  async #version(record: SessionRecord): Promise<WantedVersion | undefined> {
    const { paths, config } = this.#options;
    const { keepHistoryMiB } = await config();
    const { id: session, mode, project, cwd, title: name } = record;
    if (mode === 'review' || keepHistoryMiB === 0) return undefined;
    const { spool } = sessionFiles(paths, session);
    const key = (await readLabel(spool))?.givenKey;
    return { history: paths.historyFolder, key, mode, project, cwd, name, session };
  }

  /**
   * Makes what a worker asks for and sends it the answer. Never rejects.
   * @returns whether content that could not be prepared is ready now
   */
  async derive({ record, preparing, worker }: Session, call: DeriveCall): Promise<boolean> {
    const { paths, threads, colourers, parsers, inspect, logger } = this.#options;
    const { request, wanted } = call;
    const { id, cwd, roundsKey: key } = record;
    const { signal } = preparing;
    const files = sessionFiles(paths, id);
    const kept = paths.keptChangesFolder;
    let answer: DeriveAnswer;
    try {
      const version = keepsVersions(wanted) ? await this.#version(record) : undefined;
      const from = { files, cwd, kept, rounds: { folder: paths.roundsFolder, key }, version };
      answer = await deriveContent({
        wanted,
        ...from,
        threads,
        colourers,
        parsers,
        inspect,
        signal,
      });
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

const keepsVersions = ({ kind }: DeriveCall['wanted']): boolean =>
  kind === 'content' || kind === 'kept-document';

interface TaskOptions {
  readonly fetching: Pick<FetchDocumentRequest, 'isPrivateAllowed' | 'extraCaFile'>;
  readonly version: WantedVersion | undefined;
}

/** The tasks that turn the source into what the page shows. */
const tasksFor = (
  source: Source,
  files: ReturnType<typeof sessionFiles>,
  { fetching, version }: TaskOptions,
): TaskRequest[] => {
  const { document: output } = files;
  const render = (sources: readonly DocumentSource[]): RenderDocumentRequest => ({
    task: 'render-document',
    sources,
    output,
    maxBytes: maxContentBytes,
    ...(version === undefined ? {} : { version }),
  });
  switch (source.kind) {
    case 'text':
      return [render([{ path: files.input }])];
    case 'files':
      return [{ ...render(source.files), contents: contentsPath(files.spool) }];
    case 'documents': {
      const { spool } = files;
      return [{ task: 'list-documents', source, spool, version: 1, output }];
    }
    case 'url':
      return [
        {
          task: 'fetch-document',
          url: source.url,
          output: files.input,
          extraCaFile: fetching.extraCaFile,
          isPrivateAllowed: fetching.isPrivateAllowed || source.isPrivateAllowed === true,
        },
        render([{ path: files.input }]),
      ];
    case 'change': {
      const { input, patch, manifest } = files;
      const contents = contentsPath(files.spool);
      const made = statePartsPath(files.spool);
      return [{ task: 'prepare-diff', source, input, patch, manifest, contents, made }];
    }
  }
};

/** An error as shown to the reviewer: its own message, or `otherwise` if only the log may have the details. */
const failureOf = (
  error: unknown,
  otherwise: string,
): { readonly code: ErrorCode; readonly error: string } =>
  error instanceof GalleyError
    ? { code: error.code, error: error.message }
    : { code: 'internal', error: `${otherwise} The supervisor log says why.` };
