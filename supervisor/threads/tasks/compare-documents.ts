import { open, readFile, writeFile } from 'node:fs/promises';
import { numberedComments } from '../../../shared/feedback/feedback.ts';
import { readReplies, readRepliesSection } from '../../../shared/feedback/replies.ts';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { findSource, readSourceText } from '../../../shared/node/document-source.ts';
import { documentSourcePath } from '../../../shared/node/paths.ts';
import { renderedDocumentSchema, type RenderedDocument } from '../../../shared/placement/blocks.ts';
import { decisionSchema, type Decision } from '../../../shared/session/decision.ts';
import type { EarlierPassage, LastDocument, RoundsFile } from '../../../shared/session/rounds.ts';
import { compareBlocks } from '../rounds/compare-blocks.ts';
import { placePassages } from '../rounds/earlier-passages.ts';
import { olderComments, placeOlder } from '../rounds/older-comments.ts';
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
      typeof kept === 'string'
        ? { missing: kept }
        : { lastDocument: compare(kept, now, await repliesIn(request)) };
    await writeFile(draftOf(rounds), JSON.stringify(made), { mode: 0o600 });
    await publish(rounds);
    return { changes: made.lastDocument?.changes.length ?? 0 };
  });

interface Kept {
  readonly document: RenderedDocument;
  readonly decision: Decision;
  /** Comments of the rounds before that one, neither settled nor said again. */
  readonly older: readonly EarlierPassage[];
}

const parse = (text: string): RenderedDocument => renderedDocumentSchema.parse(JSON.parse(text));

const readKept = async ({
  document,
  decision,
  ...others
}: CompareDocumentsRequest['last']): Promise<Kept | NonNullable<RoundsFile['missing']>> => {
  try {
    const [blocks, decided] = [await readFileIfThere(document), await readFileIfThere(decision)];
    if (blocks === undefined || decided === undefined) return 'not-kept';
    const decisionMade = decisionSchema.parse(JSON.parse(decided));
    const older = await olderComments(decisionMade, others);
    return { document: parse(blocks), decision: decisionMade, older };
  } catch {
    return 'damaged';
  }
};

const compare = (
  { document: { blocks: before }, decision, older }: Kept,
  { blocks: after }: RenderedDocument,
  replies: ReadonlyMap<number, string>,
): LastDocument => {
  const { decidedAt, outcome, feedback, comments } = decision;
  const changes = compareBlocks(before, after);
  const documents = { before, after, changes };
  const answered = new Map(
    numberedComments(comments).map(({ id }, index) => [id, replies.get(index + 1)]),
  );
  const last = placePassages(comments, documents).map((earlier) => {
    const reply = answered.get(earlier.comment.id);
    return reply === undefined ? earlier : { ...earlier, reply };
  });
  return {
    decidedAt,
    outcome,
    ...(feedback === undefined ? {} : { feedback }),
    blocks: after.length,
    changes: changes.map(({ was: _, ...change }) => change),
    comments: [...last, ...placeOlder(older, documents)],
  };
};

/** What the agent answers, by the numbers of the comments: given apart, or in the text. */
const repliesIn = async ({
  replies,
  document,
}: CompareDocumentsRequest): Promise<ReadonlyMap<number, string>> => {
  const given = await readFileIfThere(replies);
  if (given !== undefined) return readReplies(given);
  const source = await open(documentSourcePath(document)).catch(() => undefined);
  if (source === undefined) return new Map();
  try {
    const found = await findSource(source, undefined);
    return found === undefined
      ? new Map()
      : readRepliesSection(await readSourceText(source, found));
  } finally {
    await source.close();
  }
};
