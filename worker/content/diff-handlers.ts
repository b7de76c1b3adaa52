import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { parseWith } from '../../shared/parse.ts';
import type { DiffAnswer } from '../../shared/session/content.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';
import type { HeldFile } from './held-file.ts';
import { searchDiff } from './search-diff.ts';
import { sendFilePart, withSpoolFile } from './send-file.ts';

interface DiffParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
  readonly diff: HeldFile<DiffIndex>;
}

const fileQuerySchema = z.object({ id: z.string().min(1, 'must not be empty') });
const searchQuerySchema = z.object({
  q: z
    .string()
    .min(1, 'must not be empty')
    .max(200)
    .regex(/^[^\r\n]*$/u, 'must be of one line'),
});
const nothing = { description: '', files: [], additions: 0, deletions: 0 };

/** The manifest of a review, and each file's patch, straight from the spool. */
export const diffHandlers = ({
  assignment: { title, files },
  preparation,
  diff,
}: DiffParts): SessionHandlers<'getDiff' | 'getFilePatch' | 'searchDiff'> => ({
  getDiff: async (request, response) => {
    const { current } = preparation;
    const facts = { title, preparation: current };
    if (current.state !== 'ready') {
      const body: DiffAnswer = { ...facts, ...nothing };
      return { status: 200, body };
    }
    const head = `${JSON.stringify(facts).slice(0, -1)},`;
    const contentType = 'application/json; charset=utf-8';
    // The manifest's own brace is left out: its keys go on behind ours.
    const part = { contentType, head, offset: 1 };
    await withSpoolFile(files.manifest, (file) => sendFilePart(request, response, { file, part }));
    return undefined;
  },

  getFilePatch: async (request, response) => {
    const { id } = parseWith(fileQuerySchema, request.query, { what: 'The query' });
    const range =
      preparation.current.state === 'ready' ? (await diff.use()).patches.get(id) : undefined;
    if (range === undefined)
      throw new GalleyError(
        'not_found',
        'There is no changed file with this id. Ask for /api/diff to see those there are.',
      );
    const part = { contentType: 'text/x-diff; charset=utf-8', ...range };
    await withSpoolFile(files.patch, (file) => sendFilePart(request, response, { file, part }));
    return undefined;
  },

  searchDiff: async (request, response) => {
    const { q } = parseWith(searchQuerySchema, request.query, { what: 'The query' });
    if (preparation.current.state !== 'ready') return { status: 200, body: { hits: [], total: 0 } };
    const { patches } = await diff.use();
    const body = await withSpoolFile(files.patch, (file) =>
      searchDiff(file, { patches, query: q, isOver: () => response.destroyed }),
    );
    return { status: 200, body };
  },
});
