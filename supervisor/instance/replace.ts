import { setTimeout as delay } from 'node:timers/promises';
import { errorBodySchema, errorFromBody, GalleyError } from '../../shared/errors.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import type { shutdownBodySchema } from '../../shared/supervisor/status.ts';
import type * as z from 'zod';

const answerTimeoutMs = 5000;
const goneTimeoutMs = 12_000;
const pollMs = 20;

/**
 * Has the supervisor that leads stop and leave its sessions running, and resolves when it is gone. Called by the one
 * that takes its place, under the election's lock, so that nobody else can come in between.
 * @throws GalleyError what it answered, or `supervisor_unreachable` where it does not go
 */
export const replaceSupervisor = async (record: SupervisorRecord): Promise<void> => {
  const { request } = await import('undici');
  const body: z.input<typeof shutdownBodySchema> = { leave: true };
  const answer = await request(`${record.url}/v1/shutdown`, {
    method: 'POST',
    headers: { authorization: `Bearer ${record.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
    reset: true,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw errorFromBody(errorBodySchema.parse(JSON.parse(text)));
  const deadlineMs = performance.now() + goneTimeoutMs;
  while (isAlive(record)) {
    if (performance.now() > deadlineMs)
      throw new GalleyError(
        'supervisor_unreachable',
        `The supervisor (process ${record.pid}) was told to make room and is still there. \`galley supervisor stop --force\` kills it.`,
      );
    await delay(pollMs);
  }
};
