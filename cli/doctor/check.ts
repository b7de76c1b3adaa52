import type { Context } from '../context.ts';

/** Result of a check; `advice` says what to do about it. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly advice?: string;
}

/** A check of something that Galley needs. If it throws, it has failed with the error's message. */
export interface Check {
  readonly name: string;
  readonly run: (context: Context) => Promise<Finding>;
}
