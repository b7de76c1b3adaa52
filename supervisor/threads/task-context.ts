import type { GitScope } from '../version-control/git/run-git.ts';

/** What a task has besides its request: when to stop, and whom to tell of the processes it starts. */
export interface TaskContext extends GitScope {
  readonly signal: AbortSignal;
}
