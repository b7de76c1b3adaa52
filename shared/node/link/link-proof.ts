import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The path and the header names of a connection by which a supervisor adopts a worker. */
export const linkPath = '/link';
export const challengeHeader = 'galley-challenge';
export const proofHeader = 'galley-proof';

export const makeChallenge = (): string => randomBytes(16).toString('hex');

export const isChallenge = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/u.test(text);

/**
 * The proof that one end knows the session's nonce: SHA-256 in hex. It names the end that proves, so that no answer of
 * one end can be handed to the other as its own.
 */
export const linkProof = (
  prover: 'supervisor' | 'worker',
  { challenge, nonce }: { readonly challenge: string; readonly nonce: string },
): string => createHash('sha256').update(`${prover}:${challenge}:${nonce}`).digest('hex');

export const isSameProof = (given: unknown, expected: string): boolean =>
  typeof given === 'string' &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(given), Buffer.from(expected));
