import { GalleyError } from '../../shared/errors.ts';
import { sidePath } from '../../shared/node/paths.ts';
import { parseWith } from '../../shared/parse.ts';
import { linesAtMost } from '../../shared/session/lines-at-most.ts';
import { linesQuerySchema, type Side } from '../../shared/session/side-lines.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Derivations } from './derivations.ts';
import type { DiffIndex } from './diff-index.ts';
import type { HeldFile } from './held-file.ts';
import { readSpoolLines } from './spool-lines.ts';

interface SideParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
  readonly diff: HeldFile<DiffIndex>;
  readonly derivations: Derivations;
}

/** The contents of changed files, as they were compared: what a patch leaves out. */
export const sideHandlers = ({
  assignment: { files },
  preparation,
  diff,
  derivations,
}: SideParts): SessionHandlers<'getDiffLines'> => {
  /** Has the content of a side in the spool. @returns where */
  const have = async (fileId: string, side: Side): Promise<string> => {
    const sides =
      preparation.current.state === 'ready' ? (await diff.use()).sides.get(fileId) : undefined;
    if (sides?.has(side) !== true)
      throw new GalleyError(
        'not_found',
        'There is no such content: of this file only its patch is known.',
      );
    const path = sidePath(files.spool, { fileId, side });
    await derivations.have({ kind: 'side', fileId, side }, path);
    return path;
  };
  return {
    getDiffLines: async ({ query }) => {
      const { id, side, ...range } = parseWith(linesQuerySchema, query, { what: 'The query' });
      const from = Number(range.from);
      const to = Math.min(Number(range.to), from + linesAtMost - 1);
      return { status: 200, body: await readSpoolLines(await have(id, side), { from, to }) };
    },
  };
};
