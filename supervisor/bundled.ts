import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The bundled entries and pages, next to the supervisor's own bundle. */
export const bundled = {
  worker: join(here, 'worker.cjs'),
  tasks: join(here, 'tasks.cjs'),
  thread: join(here, 'thread.cjs'),
  reviewPage: join(here, 'web', 'review'),
  dashboardPage: join(here, 'web', 'dashboard'),
} as const;
