import type { Config } from '../../shared/config.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { sessionFiles, type Paths } from '../../shared/node/paths.ts';
import type { Preparation } from '../../shared/session/mode.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { DeriveCall } from '../workers/session-worker.ts';
import { deriveContent } from './derive-content.ts';
import { prepareContent } from './preparation.ts';
import type { Session } from './session.ts';
import type { Source } from './source.ts';

export interface SessionContentOptions {
  readonly paths: Paths;
  readonly threads: ThreadPool;
  readonly logger: Logger;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
  readonly extraCaFile: string | undefined;
}

/** Has the pool make the content of sessions, in their spools. */
export class SessionContent {
  readonly #options: SessionContentOptions;

  constructor(options: SessionContentOptions) {
    this.#options = options;
  }

  /** What the page shows. Never rejects. */
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

  /** What a worker asks for; it is told. Never rejects. */
  async derive({ record, preparing, worker }: Session, call: DeriveCall): Promise<void> {
    const { paths, threads, logger } = this.#options;
    const { request, wanted } = call;
    const { id } = record;
    const { signal } = preparing;
    const answer = await deriveContent({
      wanted,
      files: sessionFiles(paths, id),
      threads,
      signal,
    });
    if (answer.failure !== undefined) {
      const { code } = answer.failure;
      // Nobody has asked for a look at the work tree, and the next one comes in a moment.
      const level = wanted.kind === 'worktree-state' ? 'debug' : 'info';
      logger[level]({ session: id, kind: wanted.kind, code }, 'nothing was derived');
    }
    worker.derived({ request, ...answer });
  }
}
