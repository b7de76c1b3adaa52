import { GalleyError } from '../../errors.ts';

/** What Express throws: an error with a status. */
interface HttpError extends Error {
  readonly status?: number;
}

/** Any thrown value as an error that may be answered: what is not ours and not the client's fault is `internal`. */
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
