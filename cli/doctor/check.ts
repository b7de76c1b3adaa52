import type { Context } from '../context.ts';

/** What a check found; `advice` says what to do where it is not ok. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly advice?: string;
}

/** One thing that Galley needs. A check that throws has failed with the error's sentence. */
export interface Check {
  readonly name: string;
  readonly run: (context: Context) => Promise<Finding>;
}
