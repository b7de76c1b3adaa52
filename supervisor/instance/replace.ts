import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import { controlApi } from '../../shared/supervisor/control-routes.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';

const answerTimeoutMs = 5000;
const goneTimeoutMs = 12_000;
const pollMs = 20;

/**
 * Stops the running supervisor, which leaves its sessions running, and resolves when it is gone. Called by its
 * successor under the election lock, so that no third process can start in between.
 * @throws GalleyError with its error, or `supervisor_unreachable` if it does not exit
 */
export const replaceSupervisor = async (record: SupervisorRecord): Promise<void> => {
  const headers = { authorization: `Bearer ${record.token}` };
  const leading = createApiClient(controlApi, { url: record.url, headers });
  await leading.call('shutdown', { body: { leave: true }, timeoutMs: answerTimeoutMs });
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
