import { setTimeout } from 'node:timers/promises';
import { sendFilePart } from '../../shared/node/http/send-file.ts';
import { noColours, type DiffColours } from '../../shared/session/diff-colours.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { haveFirstColours } from './first-colours.ts';
import { withSpoolFile } from './spool-file.ts';

/** Later than this the page has coloured it by itself. */
const usefulMs = 3000;

const contentType = 'application/json; charset=utf-8';

/** The colours of what is shown first, straight from the spool. */
export const coloursHandler = (core: SessionCore): SessionHandlers<'getDiffColours'> => ({
  getDiffColours: async (request, response) => {
    const isPrepared = core.preparation.current.state === 'ready';
    const late = setTimeout(usefulMs, undefined, { ref: false });
    const made = isPrepared ? await Promise.race([haveFirstColours(core), late]) : undefined;
    if (made === undefined) {
      const body: DiffColours = { version: core.version.current, ...noColours };
      return { status: 200, body };
    }
    const { version, path } = made;
    // The file's own brace is left out: its keys go on behind ours.
    const part = { contentType, head: `{"version":${version},`, offset: 1 };
    await withSpoolFile(path, (file) => sendFilePart(request, response, { file, part }));
    return undefined;
  },
});
