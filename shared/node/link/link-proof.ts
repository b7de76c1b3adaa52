import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Path and headers of the connection by which a supervisor adopts a worker. */
export const linkPath = '/link';
export const challengeHeader = 'galley-challenge';
export const proofHeader = 'galley-proof';

export const makeChallenge = (): string => randomBytes(16).toString('hex');

export const isChallenge = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/u.test(text);

/** Proof of knowing the session's nonce: SHA-256 in hex. Includes the role, so that a proof cannot be reflected. */
export const linkProof = (
  prover: 'supervisor' | 'worker',
  { challenge, nonce }: { readonly challenge: string; readonly nonce: string },
): string => createHash('sha256').update(`${prover}:${challenge}:${nonce}`).digest('hex');

export const isSameProof = (given: unknown, expected: string): boolean =>
  typeof given === 'string' &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(given), Buffer.from(expected));
