// The library's own worker, as a module of ours so that the bundler makes a file of it that the page may load.
import '@pierre/diffs/worker/worker.js';
