import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import type { LastRoundPaths } from '../../../shared/node/paths.ts';
import type { Decision } from '../../../shared/session/decision.ts';
import { roundsSchema, type EarlierPassage } from '../../../shared/session/rounds.ts';
import { settledSchema } from '../../../shared/session/settled.ts';
import { placePassages, type Documents } from './earlier-passages.ts';
import { maxOlderComments } from '../../../shared/limits.ts';

/**
 * The comments of the rounds before the last one that it has left open: neither settled, nor said again. None if what
 * is kept of them cannot be read.
 */
export const olderComments = async (
  { comments }: Decision,
  { earlier, settled }: Pick<LastRoundPaths, 'earlier' | 'settled'>,
): Promise<EarlierPassage[]> => {
  try {
    const [found, done] = [await readFileIfThere(earlier), await readFileIfThere(settled)];
    if (found === undefined) return [];
    const { lastDocument } = roundsSchema.parse(JSON.parse(found));
    const known = new Set(done === undefined ? [] : settledSchema.parse(JSON.parse(done)).settled);
    for (const { id } of comments) known.add(id);
    return (lastDocument?.comments ?? [])
      .filter(({ comment: { id } }) => !known.has(id) && !known.has(saidAgainId(id)))
      .slice(0, maxOlderComments);
  } catch {
    return [];
  }
};

/** The id of the comment that says an earlier one again. */
const saidAgainId = (id: string): string => `again-${id}`.slice(0, 100);

/** Says what has become of them, from where they were in the last round. */
export const placeOlder = (
  older: readonly EarlierPassage[],
  documents: Documents,
): EarlierPassage[] => {
  const placed = placePassages(older.map(commentThen), documents);
  return placed.map((now, index) => {
    const { comment, state, reply } = older[index] ?? now;
    return {
      ...now,
      comment,
      // What has been addressed once stays so, even if it has not changed since.
      state: now.state === 'standing' && state === 'addressed' ? state : now.state,
      ...(reply === undefined ? {} : { reply }),
      isOlder: true,
    };
  });
};

/** The comment, where its text or what replaced it was in the last round. */
const commentThen = ({
  comment,
  now,
  state: _,
  reply: __,
  isOlder: ___,
  ...place
}: EarlierPassage) => {
  const { blockId: ____, startOffset: _____, endOffset: ______, ...rest } = comment;
  return { ...rest, ...place, ...(now === undefined || now === '' ? {} : { foundText: now }) };
};
