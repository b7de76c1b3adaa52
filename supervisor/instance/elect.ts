import { setTimeout as delay } from 'node:timers/promises';
import { lockFile } from '../../shared/node/file-lock.ts';
import { saysHello } from '../../shared/node/hello.ts';
import type { Logger } from '../../shared/node/logger.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Registry, SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { readRegistry, setAsideRegistry } from '../registry/registry-file.ts';

interface ElectOptions {
  readonly registryPath: string;
  readonly logger: Logger;
  /** Listens and writes the record; called while the lock is held, with the registry of a supervisor that is gone. */
  readonly lead: (predecessor: Registry | undefined) => Promise<SupervisorRecord>;
  /** Has the one that answers make room, and resolves when it is gone; without it that one stays. */
  readonly replace?: (leading: SupervisorRecord) => Promise<void>;
}

/** How an election ended: another supervisor answers already, or we lead; and the record of the one that does. */
export interface Election {
  readonly role: 'follower' | 'leader';
  readonly supervisor: SupervisorRecord;
}

const probeTimeoutMs = 2000;
const busyPatienceMs = 8000;
const pauseMs = 50;
/** Longer than a lock takes to be stale. */
const lockPatienceMs = 20_000;

/**
 * Makes this process the one supervisor, unless there is one: probe; take the lock; probe again; listen and write the
 * record; release. Nothing long happens under the lock but, where it is wanted, that another makes room. Two may hold it
 * when the clock is set: the record's nonce decides then, and the one that was replaced exits.
 */
export const elect = async (options: ElectOptions): Promise<Election> => {
  const { lead, replace } = options;
  const leading = await answeringInTime(options);
  if (leading !== undefined && replace === undefined)
    return { role: 'follower', supervisor: leading };
  const release = await lockFile(options.registryPath, {
    patienceMs: lockPatienceMs,
    onLost: (reason) => options.logger.warn({ reason }, 'the election lock was lost to another'),
  });
  try {
    await setAsideUnreadable(options);
    let found = await findPredecessor(options);
    if (found.isAnswering) {
      if (replace === undefined) return { role: 'follower', supervisor: found.registry.supervisor };
      await replace(found.registry.supervisor);
      // What it has written last.
      found = await findPredecessor(options);
    }
    return { role: 'leader', supervisor: await lead(found.registry) };
  } finally {
    await release();
  }
};

/**
 * The supervisor that answers, if one does. One that lives and does not answer is most likely busy, so it is asked again
 * for a while, as one that is stopping is given the time to go.
 */
const answeringInTime = async (options: ElectOptions): Promise<SupervisorRecord | undefined> => {
  const deadlineMs = performance.now() + busyPatienceMs;
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
    isAlive(supervisor) && (await saysHello(supervisor, { timeoutMs: probeTimeoutMs }));
  return { isAnswering, registry };
};

/** Under the lock alone: one that was read before it may be another's by now. */
const setAsideUnreadable = async ({ registryPath, logger }: ElectOptions): Promise<void> => {
  const found = await readRegistry(registryPath);
  if (found.kind !== 'corrupt') return;
  const aside = await setAsideRegistry(registryPath, String(process.pid));
  logger.warn({ reason: found.reason, aside }, 'the registry could not be read and was set aside');
};
