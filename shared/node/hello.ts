import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { SupervisorRecord } from '../supervisor/registry.ts';

/** The proof that a process knows a nonce: SHA-256 in hex of the challenge, a colon and the nonce. */
export const proofOf = (challenge: string, nonce: string): string =>
  createHash('sha256').update(`${challenge}:${nonce}`).digest('hex');

interface HelloOptions {
  readonly timeoutMs: number;
}

/**
 * Whether the process behind a record's url answers in time and knows the record's nonce. On node:http, since it comes
 * before everything in every command: undici needs twice the time of a whole `sessions list` to make its first request.
 */
export const saysHello = async (
  { url, nonce }: SupervisorRecord,
  { timeoutMs }: HelloOptions,
): Promise<boolean> => {
  const challenge = randomBytes(16).toString('hex');
  const expected = proofOf(challenge, nonce);
  const body = await get(`${url}/v1/hello?challenge=${challenge}`, timeoutMs);
  return body !== undefined && isProof(body, expected);
};

const isProof = (body: string, expected: string): boolean => {
  try {
    return (JSON.parse(body) as { proof?: unknown } | null)?.proof === expected;
  } catch {
    // Whoever answers there is no supervisor.
    return false;
  }
};

const longestBody = 4096;

/** The body of an answer; undefined where there was none in time. */
const get = (url: string, timeoutMs: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const asked = request(
      url,
      { agent: false, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
          if (body.length > longestBody) asked.destroy();
        });
        response.on('end', () => resolve(body));
        response.on('close', () => resolve(undefined));
      },
    );
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
