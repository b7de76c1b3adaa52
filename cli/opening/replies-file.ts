import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { readReplies } from '../../shared/feedback/replies.ts';
import { maxRepliesLength } from '../../shared/limits.ts';
import { readFileIfThere } from '../../shared/node/atomic-file.ts';
import { lastRoundPaths } from '../../shared/node/paths.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { Context } from '../context.ts';

/**
 * The agent's answers to the comments of the last round.
 * @throws GalleyError `file_not_found`, or `bad_request` if there are none in the file
 */
export const readRepliesFile = async (file: string): Promise<string> => {
  const whole = await readFile(resolve(file), 'utf8').catch((cause: unknown) => {
    throw new GalleyError(
      'file_not_found',
      `The replies in ${file} cannot be read (${reasonOf(cause)}). Check the path.`,
      { cause },
    );
  });
  const text = whole.slice(0, maxRepliesLength);
  if (readReplies(text).size === 0)
    throw new GalleyError(
      'bad_request',
      `There are no replies in ${file}. Write them as a list with the numbers of the comments: 1. …, 2. …`,
    );
  return text;
};

/** A sentence about replies that answer no comment of the last round; undefined if all do. */
export const unusedReplies = async (
  replies: string,
  { roundsKey }: SessionView,
  { paths: { roundsFolder } }: Context,
): Promise<string | undefined> => {
  const count = await commentsOfLastRound(roundsFolder, roundsKey);
  if (count === undefined) return undefined;
  const unused = [...readReplies(replies).keys()].filter((number) => number < 1 || number > count);
  if (unused.length === 0) return undefined;
  const numbers = unused.join(', ');
  return count === 0
    ? `There are no comments of a last round, so these replies answer nothing: ${numbers}.`
    : `The last round has ${count === 1 ? 'one comment' : `comments 1 to ${count}`}, so these replies answer nothing: ${numbers}.`;
};

/** Undefined if they cannot be read. */
const commentsOfLastRound = async (
  folder: string,
  key: string | undefined,
): Promise<number | undefined> => {
  if (key === undefined) return 0;
  const { decisionSchema } = await import('../../shared/session/decision.ts');
  try {
    const text = await readFileIfThere(lastRoundPaths(folder, key).decision);
    return text === undefined ? 0 : decisionSchema.parse(JSON.parse(text)).comments.length;
  } catch {
    return undefined;
  }
};
