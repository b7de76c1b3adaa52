import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A key of the files that documents show, which no other page can guess. */
export const makeAssetKey = (): string => randomBytes(16).toString('hex');

/** Whether a key is the right one; the time that it takes says nothing about that. */
export const isSameKey = (key: string, given: string): boolean =>
  key.length === given.length && timingSafeEqual(Buffer.from(key), Buffer.from(given));
