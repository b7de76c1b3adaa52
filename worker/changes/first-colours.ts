import { coloursPath, changePaths } from '../../shared/node/paths.ts';
import type { SessionCore } from '../session-core.ts';

/** Where the colours of a version stand. */
interface MadeColours {
  readonly version: number;
  readonly path: string;
}

type Parts = Pick<SessionCore, 'assignment' | 'preparation' | 'version' | 'derivations'>;

/**
 * Has what a page shows first coloured, once for each version, as soon as its content is there. Resolves with undefined
 * where it cannot be had: the page colours by itself then, as it does all that is not shown first.
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
    // There is no supervisor, or it has more to do than this, or it could not: its log says so.
    return undefined;
  }
};
