import { access } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { findSource } from '../../shared/node/document-source.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import { parseWith } from '../../shared/parse.ts';
import { sourceQuerySchema } from '../../shared/session/content.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { sendFilePart, withSpoolFile } from './send-file.ts';

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
    await withSpoolFile(path, async (file) => {
      const range = await findSource(file, query.file);
      if (range === undefined) throw noSource();
      const part = { contentType: 'text/plain; charset=utf-8', ...range };
      await sendFilePart(request, response, { file, part });
    });
    return undefined;
  },
});

const noSource = (): GalleyError =>
  new GalleyError(
    'not_found',
    'There is no document of this name. Ask for /api/plan to see those there are.',
  );
