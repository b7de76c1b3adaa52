import { open, readFile, writeFile } from 'node:fs/promises';
import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import { GalleyError } from '../../../shared/errors.ts';
import { numberedComments } from '../../../shared/feedback/feedback.ts';
import { readReplies, readRepliesSection } from '../../../shared/feedback/replies.ts';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { findSource, readSourceText } from '../../../shared/node/document-source.ts';
import { documentPaths, documentSourcePath } from '../../../shared/node/paths.ts';
import { renderedDocumentSchema, type RenderedDocument } from '../../../shared/placement/blocks.ts';
import { decisionSchema, type Decision } from '../../../shared/session/decision.ts';
import { documentIndexSchema } from '../../../shared/session/documents.ts';
import type { EarlierPassage, LastDocument, RoundsFile } from '../../../shared/session/rounds.ts';
import { compareBlocks } from '../rounds/compare-blocks.ts';
import { compareListed } from '../rounds/compare-listed.ts';
import { placePassages } from '../rounds/earlier-passages.ts';
import { readKeptBlocks, type KeptBlocks } from '../rounds/kept-blocks.ts';
import { olderComments, placeOlder } from '../rounds/older-comments.ts';
import { withTaskOutput } from '../task-context.ts';
import type { CompareDocumentsRequest, CompareDocumentsResult } from '../document-requests.ts';
import { haveListed } from './list-documents.ts';

/**
 * Compares a plan or document with the last round of its review. The review goes on without what is kept of that: if it
 * cannot be read, the result says so.
 * @throws GalleyError `storage_failed`
 */
export const compareDocuments = async (
  request: CompareDocumentsRequest,
): Promise<CompareDocumentsResult> =>
  withTaskOutput(request.rounds, async ({ draftOf, publish }) => {
    const { rounds } = request;
    const kept = await readKept(request.last);
    const made: RoundsFile =
      typeof kept === 'string' ? { missing: kept } : { lastDocument: await compare(kept, request) };
    await writeFile(draftOf(rounds), JSON.stringify(made), { mode: 0o600 });
    await publish(rounds);
    return { changes: made.lastDocument?.changes.length ?? 0 };
  });

interface Kept {
  readonly before: KeptBlocks;
  readonly decision: Decision;
  /** Comments of the rounds before that one, neither settled nor said again. */
  readonly older: readonly EarlierPassage[];
}

const parse = (text: string): RenderedDocument => renderedDocumentSchema.parse(JSON.parse(text));

const readKept = async ({
  document,
  documents,
  decision,
  ...others
}: CompareDocumentsRequest['last']): Promise<Kept | NonNullable<RoundsFile['missing']>> => {
  try {
    const [blocks, decided] = [await readFileIfThere(document), await readFileIfThere(decision)];
    if (blocks === undefined || decided === undefined) return 'not-kept';
    const decisionMade = decisionSchema.parse(JSON.parse(decided));
    const older = await olderComments(decisionMade, others);
    const before = await readKeptBlocks(documents, parse(blocks).blocks);
    return { before, decision: decisionMade, older };
  } catch {
    return 'damaged';
  }
};

const compare = async (kept: Kept, request: CompareDocumentsRequest): Promise<LastDocument> => {
  const { decidedAt, outcome, feedback, comments: decided } = kept.decision;
  const replies = await repliesIn(request);
  const answered = new Map(
    numberedComments(decided).map(({ id }, index) => [id, replies.get(index + 1)]),
  );
  const { changes, comments, ...since } =
    request.listed === undefined
      ? await comparePage(kept, request.document)
      : await compareEach(kept, request.listed);
  return {
    decidedAt,
    outcome,
    ...(feedback === undefined ? {} : { feedback }),
    ...since,
    changes: changes.map(({ was: _, ...change }) => change),
    comments: comments.map((earlier) => {
      const reply = earlier.isOlder === true ? undefined : answered.get(earlier.comment.id);
      return reply === undefined ? earlier : { ...earlier, reply };
    }),
  };
};

/** Compares what is on one page. */
const comparePage = async ({ before: kept, decision, older }: Kept, document: string) => {
  const before = await kept.together();
  const { blocks: after } = parse(await readFile(document, 'utf8'));
  const documents = { before, after, changes: compareBlocks(before, after) };
  return {
    blocks: after.length,
    changes: documents.changes,
    comments: [
      ...placePassages(documentComments(decision), documents),
      ...placeOlder(older, documents),
    ],
  };
};

/** Compares documents that have a page each. @throws GalleyError `storage_failed` */
const compareEach = async (
  { before, decision, older }: Kept,
  listed: NonNullable<CompareDocumentsRequest['listed']>,
) => {
  const { index } = documentPaths(listed.spool, listed.version);
  const { documents } = documentIndexSchema.parse(JSON.parse(await readFile(index, 'utf8')));
  const names = documents.map(({ name }) => name);
  const positions = new Map(names.map((name, position) => [name, position]));
  return compareListed({
    names,
    shown: before.names,
    before: before.of,
    after: async (name) => {
      const position = positions.get(name);
      if (position === undefined) return undefined;
      try {
        return (await haveListed({ ...listed, name, position })).blocks;
      } catch (error) {
        if (!(error instanceof GalleyError) || error.code === 'storage_failed') throw error;
        return undefined;
      }
    },
    comments: documentComments(decision),
    older,
  });
};

const documentComments = ({ comments }: Decision): DocumentComment[] =>
  comments.filter((comment): comment is DocumentComment => !('scope' in comment));

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
