import { sessionTargets } from '../../shared/session/session-targets.ts';
import { GalleyError } from '../../shared/errors.ts';
import { sourceReply } from '../../shared/node/http/content-replies.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';

/** `GET /api/plan/source`: the source text of the blocks, straight from the spool. */
export const sourceHandler = ({
  assignment: { files },
  preparation,
}: SessionCore): SessionHandlers<'getPlanSource'> => ({
  getPlanSource: async ({ query }) => {
    if (preparation.current.state !== 'ready') throw noSource();
    const path = documentSourcePath(files.document);
    // Spools of earlier releases may have none.
    if (!(await isThere(path))) throw noSource();
    const source = await withSpoolFile(path, (texts) => sourceReply(texts, query.file));
    if (source === undefined) throw noSource();
    return source;
  },
});

const noSource = (): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no document with this name. ${sessionTargets.getPlan} lists them.`,
  );
