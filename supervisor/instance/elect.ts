import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../shared/node/file-lock.ts';
import { answersChallenge } from '../../shared/node/hello.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Registry, SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { readRegistry, setAsideRegistry } from '../registry/registry-file.ts';
import { GalleyError } from '../../shared/errors.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { controlApi } from '../../shared/supervisor/control-routes.ts';

interface ElectOptions {
  readonly registryPath: string;
  readonly logger: Logger;
  /**
   * Listens and writes the record; called under the lock, with the registry of the previous supervisor if it is gone.
   */
  readonly lead: (predecessor: Registry | undefined) => Promise<SupervisorRecord>;
  /** Whether to replace a running supervisor; otherwise it stays. */
  readonly isReplacing: boolean;
}

interface Election {
  readonly role: 'follower' | 'leader';
  readonly supervisor: SupervisorRecord;
}

const probeTimeoutMs = 2000;
const busyTimeoutMs = 8000;
const pauseMs = 50;
/** Longer than it takes a lock to go stale. */
const lockTimeoutMs = 20_000;

/**
 * Makes this process the supervisor unless one is running: probe, take the lock, probe again, listen, write the record,
 * release. Nothing slow happens under the lock except, on request, replacing a running supervisor. If the clock is
 * changed, two processes may hold the lock; then the nonce in the record decides, and the other one exits.
 */
export const elect = async (options: ElectOptions): Promise<Election> => {
  const { lead, isReplacing } = options;
  const leading = await findAnswering(options);
  if (leading !== undefined && !isReplacing) return { role: 'follower', supervisor: leading };
  const release = await lockFile(options.registryPath, {
    timeoutMs: lockTimeoutMs,
    onLost: (reason) => options.logger.warn({ reason }, 'the election lock was lost to another'),
  });
  try {
    await setAsideUnreadable(options);
    let found = await findPredecessor(options);
    if (found.isAnswering) {
      if (!isReplacing) return { role: 'follower', supervisor: found.registry.supervisor };
      await replaceSupervisor(found.registry.supervisor);
      // Read again: it wrote on its way out.
      found = await findPredecessor(options);
    }
    return { role: 'leader', supervisor: await lead(found.registry) };
  } finally {
    await release();
  }
};

/**
 * The running supervisor, if one answers. A live process that does not answer is most likely busy or shutting down, so
 * it is probed for a while.
 */
const findAnswering = async (options: ElectOptions): Promise<SupervisorRecord | undefined> => {
  const deadlineMs = performance.now() + busyTimeoutMs;
  for (;;) {
    const { isAnswering, registry } = await findPredecessor(options);
    if (isAnswering) return registry.supervisor;
    if (registry === undefined || !isAlive(registry.supervisor)) return undefined;
    if (performance.now() > deadlineMs) return undefined;
    await delay(pauseMs);
  }
};

type Predecessor =
  | { readonly isAnswering: true; readonly registry: Registry }
  | { readonly isAnswering: false; readonly registry?: Registry };

const findPredecessor = async ({ registryPath }: ElectOptions): Promise<Predecessor> => {
  const found = await readRegistry(registryPath);
  if (found.kind !== 'valid') return { isAnswering: false };
  const { registry } = found;
  const { supervisor } = registry;
  const isAnswering =
    isAlive(supervisor) && (await answersChallenge(supervisor, { timeoutMs: probeTimeoutMs }));
  return { isAnswering, registry };
};

/** Only under the lock: a file read earlier may have been replaced since. */
const setAsideUnreadable = async ({ registryPath, logger }: ElectOptions): Promise<void> => {
  const found = await readRegistry(registryPath);
  if (found.kind !== 'corrupt') return;
  const aside = await setAsideRegistry(registryPath, String(process.pid));
  logger.warn({ reason: found.reason, aside }, 'the registry could not be read and was set aside');
};

const answerTimeoutMs = 5000;
const goneTimeoutMs = 12_000;
const pollMs = 20;

/**
 * Stops the running supervisor, which leaves its sessions running, and resolves when it is gone. Called by its
 * successor under the election lock, so that no third process can start in between.
 * @throws GalleyError with its error, or `supervisor_unreachable` if it does not exit
 */
const replaceSupervisor = async (record: SupervisorRecord): Promise<void> => {
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
