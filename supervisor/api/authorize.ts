import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GalleyError } from '../../shared/errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks `Authorization: Bearer TOKEN`, in constant time.
 * @throws GalleyError `unauthorized`
 */
export const requireToken = ({ authorization }: IncomingHttpHeaders, token: string): void => {
  const given = /^Bearer (\S{1,200})$/u.exec(authorization ?? '')?.[1];
  if (given === undefined || !timingSafeEqual(digest(given), digest(token)))
    throw new GalleyError(
      'unauthorized',
      'The control API wants "Authorization: Bearer TOKEN" with the token of registry.json.',
    );
};
