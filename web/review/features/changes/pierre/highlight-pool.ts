import { getOrCreateWorkerPoolSingleton, type WorkerPoolManager } from '@pierre/diffs/worker';
import { highlightOptions } from '../../../../../shared/highlight-options.ts';

const createWorker = (): Worker =>
  new Worker(new URL('highlight-worker.ts', import.meta.url), {
    type: 'module',
    name: 'highlight',
  });

/** The page's pool of highlight workers, started at the first call. */
export const highlightPool = (): WorkerPoolManager =>
  getOrCreateWorkerPoolSingleton({
    poolOptions: {
      workerFactory: createWorker,
      poolSize: Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1)),
      totalASTLRUCacheSize: 60,
    },
    highlighterOptions: {
      ...highlightOptions,
      preferredHighlighter: 'shiki-js',
      langs: [],
    },
  });
