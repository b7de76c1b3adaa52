import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';

/** The proof that a process knows a nonce: SHA-256 in hex of the challenge, a colon and the nonce. */
export const proofOf = (challenge: string, nonce: string): string =>
  createHash('sha256').update(`${challenge}:${nonce}`).digest('hex');

/** Whether the recorded supervisor lives and proves that it is the one recorded, within `timeoutMs`. */
export const isAnswering = async (
  record: SupervisorRecord,
  { timeoutMs }: { timeoutMs: number },
): Promise<boolean> => {
  if (!isAlive(record)) return false;
  const challenge = randomBytes(16).toString('hex');
  const answer = await get(new URL(`/v1/hello?challenge=${challenge}`, record.url), timeoutMs);
  return answer === JSON.stringify({ proof: proofOf(challenge, record.nonce) });
};

/** The body of an answer, at most a kilobyte; undefined where there was none in time. */
const get = (url: URL, timeoutMs: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const asked = request(
      url,
      { agent: false, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
          if (body.length > 1024) asked.destroy();
        });
        response.on('end', () => resolve(body));
        response.on('close', () => resolve(undefined));
      },
    );
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
