import * as z from 'zod';
import type { ErrorBody } from '../../shared/errors.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

/** The threads of a pool, and their limits. */
export interface ThreadOptions {
  /** Absolute path of the bundled `thread.ts`. */
  readonly file: string;
  /** Maximum; threads start on demand and exit when idle. */
  readonly threads: number;
  /** Concurrent tasks per thread, for tasks that mostly wait; default 1. */
  readonly tasksPerThread?: number;
  /** Threads that stay when idle. */
  readonly keptThreads?: number;
  /** Heap limit of a thread. */
  readonly memoryMiB: number;
}

/**
 * Result of a task. A GalleyError keeps its code, message and issues; an unexpected error is passed on as thrown, for
 * the log.
 */
export type TaskAnswer =
  | { readonly ok: true; readonly result: TaskResult<TaskRequest> }
  | { readonly ok: false; readonly refusal: ErrorBody }
  | { readonly ok: false; readonly thrown: unknown };

/**
 * How a task ended. `thread`, `memory`: its thread died; `process`: the task process died; `no-thread`, `no-process`:
 * it never started.
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
 * Supervisor to task process. `open` comes once per pool, before its first `run`, and starts the threads that stay.
 * `abort` asks a task to stop, `end` terminates its thread.
 */
export type ToTaskProcess =
  | { readonly type: 'open'; readonly pool: string; readonly threads: ThreadOptions }
  | {
      readonly type: 'run';
      readonly call: number;
      readonly pool: string;
      readonly request: TaskRequest;
    }
  | { readonly type: 'abort' | 'end'; readonly call: number };

/**
 * Task process to supervisor: `ready` first, then `started` and `ended` for each call; `crashed` is sent right before
 * exit.
 */
export const fromTaskProcessSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started'), call: z.int() }),
  z.object({ type: z.literal('ended'), call: z.int(), end: z.custom<TaskEnd>() }),
  z.object({ type: z.literal('crashed'), error: z.unknown() }),
]);
export type FromTaskProcess = z.infer<typeof fromTaskProcessSchema>;

/** Task process to thread, on the port passed with each request. */
export type ToThread = 'abort';

/** Thread to task process, on the same port: the task has started, or one of its child processes started or ended. */
export type FromThread =
  | { readonly type: 'started' }
  | { readonly type: 'process-started' | 'process-ended'; readonly pid: number };
