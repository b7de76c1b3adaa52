/** What a task gets besides its request: when to stop, and whom to tell about processes it starts. */
export interface TaskContext {
  readonly signal: AbortSignal;
  readonly onStart?: (pid: number) => void;
  readonly onEnd?: (pid: number) => void;
}
