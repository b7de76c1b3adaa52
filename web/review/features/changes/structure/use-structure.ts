import type { StructureAnswer } from '../../../../../shared/session/structure.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { useSelect } from '../../../ui/page.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';

/** A change of thousands of files is read for this long at most. */
const answerWithinMs = 90_000;

const load = (client: SessionClient, signal: AbortSignal) =>
  client.call('getDiffStructure', { signal, answerWithinMs });

/**
 * The structure of the shown version, which the worker keeps once it was asked for; undefined while it is loaded, a
 * sentence if that failed.
 */
export const useStructure = (isWanted = true): StructureAnswer | string | undefined => {
  const version = useSelect(({ content }) => content.diff?.version);
  return useLoaded(isWanted ? load : undefined, version);
};
