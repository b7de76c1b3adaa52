import { answersChallenge } from '../../shared/node/hello.ts';
import { isAlive } from '../../shared/node/process-identity.ts';
import type { Registry } from '../../shared/supervisor/registry.ts';
import { readRegistryInTime, type FoundRegistry } from './read-registry.ts';

/**
 * Whether a supervisor is running. `none`: certainly not, though there may be a registry, with sessions that outlived
 * it. `unclear`: it cannot be determined; `reason` completes a sentence that says why.
 */
export type FoundSupervisor =
  | { readonly kind: 'running'; readonly registry: Registry }
  | { readonly kind: 'none'; readonly registry?: Registry }
  | {
      readonly kind: 'unclear';
      readonly reason: string;
      /** What to do, as a sentence. */
      readonly advice: string;
      /** Absent if it cannot be read or trusted. */
      readonly registry?: Registry;
      /** Whether the registry is damaged; the next supervisor repairs it. */
      readonly isDamaged: boolean;
    };

const helloTimeoutMs = 3000;
const endIt =
  'Try again; `galley supervisor stop --force` ends a supervisor that hangs, `galley doctor` says more.';

/** Looks for the supervisor without starting one. */
export const findSupervisor = async (registryPath: string): Promise<FoundSupervisor> =>
  checkSupervisor(await readRegistryInTime(registryPath), registryPath);

/** Checks whether the supervisor in a registry is running. */
export const checkSupervisor = async (
  found: FoundRegistry,
  registryPath: string,
): Promise<FoundSupervisor> => {
  switch (found.kind) {
    case 'none':
      return { kind: 'none' };
    case 'unreadable':
      return {
        kind: 'unclear',
        reason: `the registry ${registryPath} cannot be read: ${found.reason}`,
        advice:
          'Run `galley supervisor start`, which sets it aside and finds the reviews that are open.',
        isDamaged: true,
      };
    case 'unsafe':
      return { ...found, kind: 'unclear', isDamaged: false };
    case 'found': {
      const { registry } = found;
      const { supervisor } = registry;
      if (!isAlive(supervisor)) return { kind: 'none', registry };
      if (await answersChallenge(supervisor, { timeoutMs: helloTimeoutMs }))
        return { kind: 'running', registry };
      // It may have stopped or been replaced during the check.
      if (!isAlive(supervisor)) return { kind: 'none', registry };
      const reason = `the supervisor (process ${supervisor.pid}) is running but does not answer on ${supervisor.url}`;
      return { kind: 'unclear', reason, advice: endIt, registry, isDamaged: false };
    }
  }
};
