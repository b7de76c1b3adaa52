import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { DocumentSince, EarlierPassage } from '../../../shared/session/rounds.ts';
import { compareBlocks, type ComparedBlock } from './compare-blocks.ts';
import { placePassages } from './earlier-passages.ts';
import { placeOlder } from './older-comments.ts';
import { compareListedTimeLimitMs, maxComparedDocuments } from '../../../shared/limits.ts';

/** Blocks of a document; undefined if they cannot be had. */
type ReadBlocks = (name: string) => Promise<readonly Block[] | undefined>;

/** Documents that have a page each, and what is known of the last round. */
export interface ListedRound {
  /** Names of all documents now, in order. */
  readonly names: readonly string[];
  /** Of those that were shown then. */
  readonly shown: readonly string[];
  readonly before: ReadBlocks;
  readonly after: ReadBlocks;
  /** The comments of the last round, and those left open by the ones before it. */
  readonly comments: readonly DocumentComment[];
  readonly older: readonly EarlierPassage[];
}

export interface ListedSince {
  readonly blocks: number;
  readonly changes: ComparedBlock[];
  readonly documents: DocumentSince[];
  /** First those of the last round, as they came. */
  readonly comments: EarlierPassage[];
}

/** Compares each document that was shown in the last round, or has comments, with what it was. Takes bounded time. */
export const compareListed = async (round: ListedRound): Promise<ListedSince> => {
  const { comments, older } = round;
  const found = new Map<DocumentComment | EarlierPassage, EarlierPassage>();
  const changes = new Map<string, readonly ComparedBlock[]>();
  const states = new Map<string, DocumentSince['state']>();
  let blocks = 0;
  const listed = new Set(round.names);
  const untilMs = performance.now() + compareListedTimeLimitMs;
  let left = maxComparedDocuments;
  for (const name of wantedOf(round)) {
    if (!listed.has(name)) {
      states.set(name, 'gone');
      continue;
    }
    states.set(name, 'not-compared');
    left -= 1;
    if (left < 0 || performance.now() > untilMs) continue;
    const after = await round.after(name);
    if (after === undefined) continue;
    const before = await round.before(name);
    const since = before === undefined ? [] : compareBlocks(before, after);
    if (before !== undefined) {
      blocks += after.length;
      changes.set(name, since);
      states.set(name, since.length === 0 ? 'same' : 'changed');
    }
    const documents = { before: before ?? [], after, changes: since };
    const own = comments.filter(({ file }) => file === name);
    for (const [index, passage] of placePassages(own, documents).entries())
      found.set(own[index] ?? passage, passage);
    const ownOlder = older.filter(({ comment: { file } }) => file === name);
    for (const [index, passage] of placeOlder(ownOlder, documents).entries())
      found.set(ownOlder[index] ?? passage, passage);
  }
  const order = [...round.names.filter((name) => states.has(name)), ...states.keys()];
  return {
    blocks,
    changes: order.flatMap((name) => {
      const since = changes.get(name) ?? [];
      changes.delete(name);
      return since.map((change) => ({ ...change, file: name }));
    }),
    documents: [...new Set(order)].map((name) => ({
      name,
      state: states.get(name) ?? 'not-compared',
    })),
    comments: [
      ...comments.map((comment) => found.get(comment) ?? unplaced({ comment }, states)),
      ...older.map((one) => found.get(one) ?? { ...unplaced(one, states), isOlder: true }),
    ],
  };
};

/** The documents to compare: first those with comments. */
const wantedOf = ({ comments, older, shown, names }: ListedRound): ReadonlySet<string> => {
  const commented = new Set(
    [...comments, ...older.map(({ comment }) => comment)].flatMap(({ file }) => file ?? []),
  );
  return new Set([...names.filter((name) => commented.has(name)), ...commented, ...shown]);
};

/** A comment on the whole, or on a document that was not read. */
const unplaced = (
  {
    comment,
    state,
    now,
    reply,
  }: Pick<EarlierPassage, 'comment'> & Partial<Pick<EarlierPassage, 'state' | 'now' | 'reply'>>,
  documents: ReadonlyMap<string, DocumentSince['state']>,
): EarlierPassage => {
  const { file, originalText } = comment;
  const rest = { comment, ...(reply === undefined ? {} : { reply }) };
  if (file === undefined)
    return { ...rest, state: originalText === undefined ? 'standing' : 'lost' };
  if (documents.get(file) === 'gone') return { ...rest, state: 'lost' };
  // What has been addressed once stays so.
  if (state === 'addressed') return { ...rest, state, ...(now === undefined ? {} : { now }) };
  return { ...rest, state: 'not-compared' };
};
