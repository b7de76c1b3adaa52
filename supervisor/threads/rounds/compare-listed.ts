import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { DocumentSince, EarlierPassage } from '../../../shared/session/rounds.ts';
import { compareBlocks, type ComparedBlock } from './compare-blocks.ts';
import { placePassages, type Documents } from './earlier-passages.ts';
import { placeOlder } from './older-comments.ts';
import { renamedDocument } from './renamed-document.ts';
import {
  compareListedTimeLimitMs,
  maxComparedDocuments,
  maxRenamedDocuments,
} from '../../../shared/limits.ts';

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
  const states = new Map<string, Omit<DocumentSince, 'name'>>();
  let blocks = 0;
  const listed = new Set(round.names);
  const untilMs = performance.now() + compareListedTimeLimitMs;
  let left = maxComparedDocuments;
  let searches = maxRenamedDocuments;
  const place = (documents: Documents, name: string, was = name): void => {
    for (const [earlier, passage] of placed(round, documents, { name, was }))
      found.set(earlier, passage);
  };
  for (const name of wantedOf(round)) {
    const isInTime = performance.now() <= untilMs;
    if (!listed.has(name)) {
      searches -= 1;
      const renamed =
        isInTime && searches >= 0 ? await renamedDocument(round, name, untilMs) : undefined;
      if (renamed === undefined) states.set(name, { state: 'gone' });
      else {
        states.set(renamed.name, { state: 'same', was: name });
        blocks += renamed.after.length;
        place({ ...renamed, changes: [] }, renamed.name, name);
      }
      continue;
    }
    states.set(name, { state: 'not-compared', reason: 'too-many' });
    left -= 1;
    if (!isInTime || left < 0) continue;
    states.set(name, { state: 'not-compared', reason: 'unreadable' });
    const after = await round.after(name);
    if (after === undefined) continue;
    const before = await round.before(name);
    const since = before === undefined ? [] : compareBlocks(before, after);
    if (before === undefined) states.set(name, { state: 'not-compared', reason: 'not-kept' });
    else {
      blocks += after.length;
      changes.set(name, since);
      states.set(name, { state: since.length === 0 ? 'same' : 'changed' });
    }
    place({ before: before ?? [], after, changes: since }, name);
  }
  const order = new Set([...round.names.filter((name) => states.has(name)), ...states.keys()]);
  return {
    blocks,
    changes: [...order].flatMap((name) =>
      (changes.get(name) ?? []).map((change) => ({ ...change, file: name })),
    ),
    documents: [...order].map((name) => ({
      name,
      ...(states.get(name) ?? { state: 'not-compared' }),
    })),
    comments: [
      ...comments.map((comment) => found.get(comment) ?? unplaced({ comment }, states)),
      ...older.map((one) => found.get(one) ?? { ...unplaced(one, states), isOlder: true }),
    ],
  };
};

/** Finds the comments on a document, which may have had another name. */
function* placed(
  { comments, older }: ListedRound,
  documents: Documents,
  { name, was }: { readonly name: string; readonly was: string },
): Generator<[earlier: DocumentComment | EarlierPassage, passage: EarlierPassage]> {
  const own = comments.filter(({ file }) => file === was);
  const here = own.map((comment) => ({ ...comment, file: name }));
  for (const [index, passage] of placePassages(here, documents).entries())
    yield [own[index] ?? passage, passage];
  const ownOlder = older.filter(({ comment: { file } }) => file === was);
  const olderHere = ownOlder.map((one) => ({ ...one, comment: { ...one.comment, file: name } }));
  for (const [index, passage] of placeOlder(olderHere, documents).entries())
    yield [ownOlder[index] ?? passage, passage];
}

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
  documents: ReadonlyMap<string, Pick<DocumentSince, 'state'>>,
): EarlierPassage => {
  const { file, originalText } = comment;
  const rest = { comment, ...(reply === undefined ? {} : { reply }) };
  if (file === undefined)
    return { ...rest, state: originalText === undefined ? 'standing' : 'lost' };
  if (documents.get(file)?.state === 'gone') return { ...rest, state: 'lost' };
  // What has been addressed once stays so.
  if (state === 'addressed') return { ...rest, state, ...(now === undefined ? {} : { now }) };
  return { ...rest, state: 'not-compared' };
};
