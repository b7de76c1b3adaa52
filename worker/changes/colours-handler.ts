import { setTimeout } from 'node:timers/promises';
import { extendedReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import { noColours, type DiffColours } from '../../shared/session/diff-colours.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import { coloursPath, changePaths } from '../../shared/node/paths.ts';

/** After this long, the page has highlighted the diff itself. */
const usefulMs = 3000;
/** Enough to find what is already in the spool. */
const lookMs = 100;

/** `getDiffColours`: highlighting for the first screen, straight from the spool. */
export const coloursHandler = (core: SessionCore): SessionHandlers<'getDiffColours'> => {
  let asked = { version: 0, atMs: 0 };
  const late = (): Promise<undefined> => {
    const { current } = core.version;
    const nowMs = performance.now();
    if (asked.version !== current) asked = { version: current, atMs: nowMs };
    const leftMs = Math.max(lookMs, asked.atMs + usefulMs - nowMs);
    return setTimeout(leftMs, undefined, { ref: false });
  };
  const getDiffColours: SessionHandlers<'getDiffColours'>['getDiffColours'] = async () => {
    const isPrepared = core.preparation.current.state === 'ready';
    const made = isPrepared ? await Promise.race([haveFirstColours(core), late()]) : undefined;
    if (made === undefined) {
      const body: DiffColours = { version: core.version.current, ...noColours };
      return json(body);
    }
    const { version, path } = made;
    return withSpoolFile(path, (file) => extendedReply(file, { version }));
  };
  return { getDiffColours };
};

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
    await derivations.have({ kind: 'colours', version: current }, path);
    return { version: current, path };
  } catch {
    // No supervisor, a busy one, or a failure that is in its log.
    return undefined;
  }
};
