import { createHash, randomBytes } from 'node:crypto';
import { requestOf } from '../client.ts';
import { controlTargets } from '../supervisor/control-targets.ts';
import type { SupervisorRecord } from '../supervisor/registry.ts';
import { sendRequest } from './send-request.ts';

/** Proof of knowing a nonce: SHA-256, in hex, of `challenge:nonce`. */
export const proofOf = (challenge: string, nonce: string): string =>
  createHash('sha256').update(`${challenge}:${nonce}`).digest('hex');

interface HelloOptions {
  readonly timeoutMs: number;
}

/**
 * Whether the process at a record's URL proves in time that it knows the record's nonce. Commands check this before
 * they trust the server.
 */
export const answersChallenge = async (
  { url, nonce }: SupervisorRecord,
  { timeoutMs }: HelloOptions,
): Promise<boolean> => {
  const challenge = randomBytes(16).toString('hex');
  const expected = proofOf(challenge, nonce);
  const { method, path } = requestOf(controlTargets.hello, { query: { challenge } });
  try {
    const { body } = await sendRequest(url + path, { method, timeoutMs, longestAnswer });
    return (body as { readonly proof?: unknown } | undefined)?.proof === expected;
  } catch {
    // No answer in time, or not from a supervisor.
    return false;
  }
};

const longestAnswer = 4096;
