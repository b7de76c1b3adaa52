import { coloursPath, changePaths } from '../../shared/node/paths.ts';
import type { SessionCore } from '../session-core.ts';

/** Where a version's highlighting is stored. */
interface MadeColours {
  readonly version: number;
  readonly path: string;
}

type Parts = Pick<SessionCore, 'assignment' | 'preparation' | 'version' | 'derivations'>;

/**
 * Has the first screen highlighted, once per version, as soon as its content is there. Resolves to undefined if that
 * fails: the page then highlights it itself, as it does the rest.
 */
export const haveFirstColours = async ({
  assignment,
  preparation,
  version,
  derivations,
}: Parts): Promise<MadeColours | undefined> => {
  await preparation.settled();
  if (preparation.current.state !== 'ready') return undefined;
  const { current } = version;
  const path = coloursPath(changePaths(assignment.files.spool, current).folder);
  try {
    await (await derivations()).have({ kind: 'colours', version: current }, path);
    return { version: current, path };
  } catch {
    // No supervisor, a busy one, or a failure that is in its log.
    return undefined;
  }
};
