// Re-exports the library's worker so that the bundler emits it as a file that the page may load.
import '@pierre/diffs/worker/worker.js';
