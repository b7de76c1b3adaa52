import { setTimeout } from 'node:timers/promises';
import { extendedReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import { noColours, type DiffColours } from '../../shared/session/diff-colours.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { haveFirstColours } from './first-colours.ts';
import { withSpoolFile } from '../content/spool-file.ts';

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
