import * as z from 'zod';

/** A session id: 12 characters of Crockford's base 32, easy to type and safe in paths. */
export const sessionIdSchema = z.string().regex(/^[0-9a-hjkmnp-tv-z]{12}$/, 'is no session id');

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes an id from 12 random bytes, using 60 of their bits. */
export const sessionIdFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 12), (byte) => alphabet[byte % 32]).join('');
