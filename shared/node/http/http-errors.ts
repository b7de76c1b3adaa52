import { GalleyError } from '../../errors.ts';

/** Express errors carry a status. */
interface HttpError extends Error {
  readonly status?: number;
}

/**
 * Converts anything thrown to an error that is safe to send: unless it is ours or the client's fault, it becomes
 * `internal`.
 */
export const toGalleyError = (thrown: unknown): GalleyError => {
  if (thrown instanceof GalleyError) return thrown;
  const cause = thrown instanceof Error ? (thrown as HttpError) : undefined;
  if (cause?.status !== undefined && cause.status >= 400 && cause.status < 500)
    return new GalleyError('bad_request', 'The request cannot be understood.', { cause });
  return new GalleyError(
    'internal',
    'Galley could not answer this request. Its log says why; please report it.',
    {
      cause: thrown,
    },
  );
};
