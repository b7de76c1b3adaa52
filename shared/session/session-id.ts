import * as z from 'zod';

/** A session's id: 12 characters of Crockford's base 32, so that it can be typed and is safe in a path. */
export const sessionIdSchema = z.string().regex(/^[0-9a-hjkmnp-tv-z]{12}$/, 'is no session id');

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id from 12 random bytes, 60 bits of them used. */
export const sessionIdFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 12), (byte) => alphabet[byte % 32]).join('');
