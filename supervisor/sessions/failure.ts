import { GalleyError, type ErrorCode } from '../../shared/errors.ts';

/** Why content is not there, as pages are told. */
export interface Failure {
  readonly code: ErrorCode;
  readonly error: string;
}

/** What pages are told of an error: its own sentence, or `otherwise` where only the log may say more. */
export const failureOf = (error: unknown, otherwise: string): Failure =>
  error instanceof GalleyError
    ? { code: error.code, error: error.message }
    : { code: 'internal', error: `${otherwise} The supervisor log says why.` };
