import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { DeriveCall } from '../workers/session-worker.ts';
import { deriveContent, type DeriveAnswer } from './derive-content.ts';
import { failureOf, prepareContent } from './preparation.ts';
import type { Session } from './session.ts';
import type { InspectSource, Source } from './source.ts';

export interface SessionContentOptions {
  readonly paths: Paths;
  readonly threads: ThreadPool;
  /** A pool of its own, since colours are useful at once or not at all. */
  readonly colourers: ThreadPool;
  readonly inspect: InspectSource;
  readonly logger: Logger;
  /** Current settings. */
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
  async prepare({ record, preparing }: Session, source: Source): Promise<Preparation> {
    const { paths, threads, config, logger, extraCaFile } = this.#options;
    const { allowPrivateUrls } = await config();
    return prepareContent({
      source,
      files: sessionFiles(paths, record.id),
      isPrivateAllowed: allowPrivateUrls,
      extraCaFile,
      threads,
      signal: preparing.signal,
      logger: logger.child({ session: record.id }),
    });
  }

  /** Makes what a worker asks for and sends it the answer. Never rejects. */
  async derive({ record, preparing, worker }: Session, call: DeriveCall): Promise<void> {
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
    worker.derived({ request, ...answer });
  }
}
