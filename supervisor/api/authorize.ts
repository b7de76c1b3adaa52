import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GalleyError } from '../../shared/errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks `Authorization: Bearer TOKEN` for one of the tokens, in constant time.
 * @throws GalleyError `unauthorized`
 */
export const requireToken = (
  { authorization }: IncomingHttpHeaders,
  tokens: readonly string[],
): void => {
  const given = digest(/^Bearer (\S{1,200})$/u.exec(authorization ?? '')?.[1] ?? '');
  // Compare all of them, so that timing does not reveal which one matched.
  const known = tokens.map((token) => timingSafeEqual(given, digest(token)));
  if (!known.includes(true))
    throw new GalleyError(
      'unauthorized',
      'The control API wants "Authorization: Bearer TOKEN" with the token of registry.json; the dashboard has one of its own, which `galley dashboard` prints.',
    );
};
