import { GalleyError } from '../../errors.ts';

/** What body-parser and the router throw: an error with a status, and a type where the body is at fault. */
interface HttpError extends Error {
  readonly status?: number;
  readonly type?: string;
}

/** Any thrown value as an error that may be answered: what is not ours and not the client's fault is `internal`. */
export const toGalleyError = (thrown: unknown): GalleyError => {
  if (thrown instanceof GalleyError) return thrown;
  const cause = thrown instanceof Error ? (thrown as HttpError) : undefined;
  switch (cause?.type) {
    case 'entity.too.large':
      return new GalleyError(
        'body_too_large',
        'The body is too large. Send it in smaller batches.',
        { cause },
      );
    case 'entity.parse.failed':
      return new GalleyError(
        'invalid_json',
        'The body is not JSON. Correct it and send it again.',
        { cause },
      );
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new GalleyError(
        'unsupported_media_type',
        'Send the body as plain UTF-8, not compressed.',
        { cause },
      );
    default:
  }
  if (cause?.status !== undefined && cause.status >= 400 && cause.status < 500)
    return new GalleyError('bad_request', 'The request cannot be understood.', { cause });
  return new GalleyError(
    'internal',
    'Galley failed to answer this. Its log says why; please report it.',
    {
      cause: thrown,
    },
  );
};
