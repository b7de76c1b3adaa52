import { createHash, randomBytes } from 'node:crypto';
import { requestOf } from '../client.ts';
import { controlTargets } from '../supervisor/control-targets.ts';
import type { SupervisorRecord } from '../supervisor/registry.ts';
import { sendRequest } from './send-request.ts';

/** Proof of knowing a nonce: SHA-256, in hex, of the challenge, a colon and the nonce. */
export const proofOf = (challenge: string, nonce: string): string =>
  createHash('sha256').update(`${challenge}:${nonce}`).digest('hex');

interface HelloOptions {
  readonly timeoutMs: number;
}

/**
 * Whether the process behind a record's url answers in time and knows the record's nonce. Comes before
 * everything in every command.
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
    // Nobody answers there in time, or no supervisor does.
    return false;
  }
};

const longestAnswer = 4096;
