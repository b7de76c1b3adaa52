import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the long run of the faults; absent in an ordinary one. */
    isLongRun?: boolean;
  }
}

/** Whether every fault is made at its full size, which takes many minutes. */
export const isLongRun: boolean = inject('isLongRun') ?? false;
