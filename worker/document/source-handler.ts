import { access } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { sendSource } from '../../shared/node/http/send-source.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import { parseWith } from '../../shared/parse.ts';
import { sourceQuerySchema } from '../../shared/session/content.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { withSpoolFile } from '../content/spool-file.ts';

interface SourceParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
}

/** `GET /api/plan/source`: the text that the blocks were made of, straight from the spool. */
export const sourceHandler = ({
  assignment: { files },
  preparation,
}: SourceParts): SessionHandlers<'getPlanSource'> => ({
  getPlanSource: async (request, response) => {
    const query = parseWith(sourceQuerySchema, request.query, { what: 'The query' });
    if (preparation.current.state !== 'ready') throw noSource();
    const path = documentSourcePath(files.document);
    // What a release before has prepared may have none.
    if (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      throw noSource();
    const isThere = await withSpoolFile(path, (file) =>
      sendSource(request, response, { file, name: query.file }),
    );
    if (!isThere) throw noSource();
    return undefined;
  },
});

const noSource = (): GalleyError =>
  new GalleyError('not_found', 'There is no document with this name. GET /api/plan lists them.');
