import { getOrCreateWorkerPoolSingleton, type WorkerPoolManager } from '@pierre/diffs/worker';
import { highlightThemes } from './highlight-themes.ts';

/** A line longer than this is left plain: minified code would keep a worker busy for seconds. */
export const longLineCharacters = 1000;

/** A side with more lines than this is left plain: 2,000 lines take a worker about half a second. */
export const highlightedLines = 20_000;

const createWorker = (): Worker =>
  new Worker(new URL('highlight-worker.ts', import.meta.url), {
    type: 'module',
    name: 'highlight',
  });

/** The workers that highlight, one pool for the page; started at the first call. */
export const highlightPool = (): WorkerPoolManager =>
  getOrCreateWorkerPoolSingleton({
    poolOptions: {
      workerFactory: createWorker,
      poolSize: Math.max(1, Math.min(3, navigator.hardwareConcurrency - 1)),
      totalASTLRUCacheSize: 60,
    },
    highlighterOptions: {
      theme: highlightThemes,
      preferredHighlighter: 'shiki-js',
      tokenizeMaxLineLength: longLineCharacters,
      lineDiffType: 'word-alt',
      langs: [],
    },
  });
