import { GalleyError, type ErrorCode } from '../../shared/errors.ts';

/** Why content is unavailable, as shown to the reviewer. */
export interface Failure {
  readonly code: ErrorCode;
  readonly error: string;
}

/** An error as shown to the reviewer: its own message, or `otherwise` if only the log may have the details. */
export const failureOf = (error: unknown, otherwise: string): Failure =>
  error instanceof GalleyError
    ? { code: error.code, error: error.message }
    : { code: 'internal', error: `${otherwise} The supervisor log says why.` };
