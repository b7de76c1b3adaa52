import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the long run of the faults. */
    isLongRun?: boolean;
  }
}

/** Whether to run every fault at full size, which takes many minutes. */
export const isLongRun: boolean = inject('isLongRun') ?? false;
