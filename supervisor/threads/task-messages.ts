import * as z from 'zod';
import type { ErrorBody } from '../../shared/errors.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

/** Threads that run the same tasks under the same limits. */
export interface Threads {
  /** Absolute path of the bundled `thread.ts`. */
  readonly file: string;
  /** Threads at most; they are started on demand and end when they are idle. */
  readonly threads: number;
  /** Tasks that a thread has at once, where they mostly wait for something; 1 where absent. */
  readonly tasksPerThread?: number;
  /** Threads that stay, once there are any. */
  readonly keptThreads?: number;
  /** Heap of a thread. */
  readonly memoryMiB: number;
}

/**
 * What a task answers. An error of Galley's keeps its code, its sentence and its issues; what nobody expected is handed
 * on as it was thrown, for the log.
 */
export type TaskAnswer =
  | { readonly ok: true; readonly result: TaskResult<TaskRequest> }
  | { readonly ok: false; readonly refusal: ErrorBody }
  | { readonly ok: false; readonly thrown: unknown };

/**
 * How a task ended: with its answer, or without one. `thread` and `memory`: its thread ended; `process`: the process of
 * all threads did; `no-thread`, `no-process`: it never began.
 */
export type TaskEnd =
  | TaskAnswer
  | {
      readonly ok: false;
      readonly died: 'thread' | 'memory' | 'process' | 'no-thread' | 'no-process';
      /** For the log. */
      readonly reason: string;
    };

/**
 * Supervisor to task process. `open` comes once for each pool, before its first `run`, and starts the threads that
 * stay. `abort` asks a task to end, `end` ends its thread.
 */
export type ToTaskProcess =
  | { readonly type: 'open'; readonly pool: string; readonly threads: Threads }
  | {
      readonly type: 'run';
      readonly call: number;
      readonly pool: string;
      readonly request: TaskRequest;
    }
  | { readonly type: 'abort' | 'end'; readonly call: number };

/** Task process to supervisor: `ready` first, then `started` and `ended` for each call; `crashed` is its last word. */
export const fromTaskProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started'), call: z.int() }),
  z.object({ type: z.literal('ended'), call: z.int(), end: z.custom<TaskEnd>() }),
  z.object({ type: z.literal('crashed'), error: z.unknown() }),
]);
export type FromTaskProcess = z.infer<typeof fromTaskProcessSchema>;

/** Task process to thread, on the port that comes with each request. */
export type ToThread = 'abort';

/** Thread to task process, on the same port: the task runs now; a process of it was started or has ended. */
export type FromThread =
  | { readonly type: 'started' }
  | { readonly type: 'process-started' | 'process-ended'; readonly pid: number };
