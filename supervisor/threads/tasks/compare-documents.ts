import { readFile, writeFile } from 'node:fs/promises';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { renderedDocumentSchema, type RenderedDocument } from '../../../shared/placement/blocks.ts';
import { decisionSchema, type Decision } from '../../../shared/session/decision.ts';
import type { LastDocument, RoundsFile } from '../../../shared/session/rounds.ts';
import { compareBlocks } from '../rounds/compare-blocks.ts';
import { placePassages } from '../rounds/earlier-passages.ts';
import { withTaskOutput } from '../task-context.ts';
import type { CompareDocumentsRequest, CompareDocumentsResult } from '../task-requests.ts';

/**
 * Compares a plan or document with the last round of its review. The review goes on without what is kept of that: if it
 * cannot be read, the result says so.
 * @throws GalleyError `storage_failed`
 */
export const compareDocuments = async (
  request: CompareDocumentsRequest,
): Promise<CompareDocumentsResult> =>
  withTaskOutput(request.rounds, async ({ draftOf, publish }) => {
    const { document, rounds } = request;
    const kept = await readKept(request.last);
    const now = parse(await readFile(document, 'utf8'));
    const made: RoundsFile =
      typeof kept === 'string' ? { missing: kept } : { lastDocument: compare(kept, now) };
    await writeFile(draftOf(rounds), JSON.stringify(made), { mode: 0o600 });
    await publish(rounds);
    return { changes: made.lastDocument?.changes.length ?? 0 };
  });

interface Kept {
  readonly document: RenderedDocument;
  readonly decision: Decision;
}

const parse = (text: string): RenderedDocument => renderedDocumentSchema.parse(JSON.parse(text));

const readKept = async ({
  document,
  decision,
}: CompareDocumentsRequest['last']): Promise<Kept | NonNullable<RoundsFile['missing']>> => {
  try {
    const [blocks, decided] = [await readFileIfThere(document), await readFileIfThere(decision)];
    if (blocks === undefined || decided === undefined) return 'not-kept';
    return { document: parse(blocks), decision: decisionSchema.parse(JSON.parse(decided)) };
  } catch {
    return 'damaged';
  }
};

const compare = (
  { document: { blocks: before }, decision }: Kept,
  { blocks: after }: RenderedDocument,
): LastDocument => {
  const { decidedAt, outcome, feedback, comments } = decision;
  const changes = compareBlocks(before, after);
  return {
    decidedAt,
    outcome,
    ...(feedback === undefined ? {} : { feedback }),
    blocks: after.length,
    changes: changes.map(({ was: _, ...change }) => change),
    comments: placePassages(comments, { before, after, changes }),
  };
};
