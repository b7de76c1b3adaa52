import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { readEnded } from '../../shared/node/ended-reviews.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { requireFile } from '../../shared/node/text-source.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import type { Imported } from '../../shared/session/share.ts';
import type { ColleagueComment } from '../../shared/sharing/colleague-comment.ts';
import { readSharedFile } from '../../shared/sharing/read-shared-file.ts';
import type { ImportedReview } from '../../shared/sharing/shared-review.ts';
import { present } from '../browser/open-in-browser.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { liveSessions } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import { openSession } from '../opening/open-review.ts';
import { readStdinBytes, stdinName } from '../opening/read-stdin.ts';
import { plainLine } from '../output/plain-text.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { whileConnecting } from '../remote/connect-in-network.ts';
import { findSession } from '../sessions/find-session.ts';
import { callSession } from '../sessions/session-client.ts';
import { maxSharedBytes, maxTitleLength } from '../../shared/limits.ts';

interface ImportOptions {
  readonly file: string;
  /** The review to import into, if it is another one than the file says. */
  readonly session: string | undefined;
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
}

const noComments: Imported = {
  added: 0,
  changed: 0,
  removed: 0,
  known: 0,
  unplaced: 0,
  refused: 0,
};

/** Adds the comments of a shared file to its review, or to a new one of its text. @returns the exit code */
export const importReview = async (options: ImportOptions, context: Context): Promise<number> => {
  const review = readSharedFile(await readText(options.file));
  const open = await openOne(options.session ?? review.session, options.session, context);
  const reopened = open === undefined ? await findReopened(review, context) : undefined;
  const session = open ?? reopened ?? (await openAgain(review, options, context));
  const isNew = open === undefined && reopened === undefined;
  const comments = open === undefined ? asOneDocument(review) : review.colleagues;
  const imported = await importInto(session, comments);
  if (options.isJson) await printJson({ session, isNew, imported });
  else {
    await printResult(`${session.id} ${session.url}`);
    await printNote(
      `${isNew ? 'The review that it came from is not open, so its text was opened as' : 'Imported into'} "${plainLine(session.title)}": ${sentenceOf(imported)}`,
    );
  }
  return 0;
};

/** The text of a shared file. @throws GalleyError `file_not_found`, `not_a_text` or `content_too_large` */
const readText = async (path: string): Promise<string> => {
  const ask = 'Ask for a file with fewer or smaller images.';
  if (path !== stdinName) await requireFile(path, maxSharedBytes, ask);
  const bytes = await (path === stdinName ? readStdinBytes() : readFile(path)).catch(
    (cause: unknown) => {
      if (cause instanceof GalleyError) throw cause;
      throw new GalleyError(
        'file_not_found',
        `${path} cannot be read (${reasonOf(cause)}). Check the path.`,
        { cause },
      );
    },
  );
  return bytes.toString('utf8');
};

/**
 * The review, or its next round, if one of them is open.
 * @throws GalleyError if it was asked for and is not open, or if that cannot be determined
 */
const openOne = async (
  id: string,
  asked: string | undefined,
  context: Context,
): Promise<ListedSession | undefined> => {
  try {
    const found = await findSession(id, context);
    if (found.kind === 'open') return refuseChange(found.session);
    if (asked === undefined) return await findNextRound(id, context);
  } catch (error) {
    const isUnknown = error instanceof GalleyError && error.code === 'not_found';
    if (asked !== undefined || !isUnknown) throw error;
    return undefined;
  }
  throw new GalleyError(
    'already_decided',
    `The review ${id} has ended. Leave out --session to open the file as a new one.`,
  );
};

/** @throws GalleyError `usage` for a code change, which is not shared as a file */
const refuseChange = (session: ListedSession): ListedSession => {
  if (session.mode === 'review')
    throw new GalleyError(
      'usage',
      `The review ${session.id} is a code change. Comments of a shared file are about a plan or a document: leave out --session, or name one of those.`,
    );
  return session;
};

/** The open round of a review that has ended, if what was shared has been presented again. */
const findNextRound = async (
  id: string,
  { paths }: Context,
): Promise<ListedSession | undefined> => {
  const key = (await readEnded(paths.decisionsFolder, id))?.session.roundsKey;
  const { registry } = await findSupervisor(paths.registry);
  if (key === undefined || registry === undefined) return undefined;
  return liveSessions(registry).findLast(({ roundsKey }) => roundsKey === key);
};

/** Files of the same review with the same text are one review when they are opened again. */
const reopenedKey = ({ session, file = '', source }: ImportedReview): string =>
  createHash('sha256').update([session, file, source].join('\0')).digest('hex');

/** The open review that an earlier import has opened of the same text. */
const findReopened = async (
  review: ImportedReview,
  { paths }: Context,
): Promise<ListedSession | undefined> => {
  const { registry } = await findSupervisor(paths.registry);
  if (registry === undefined) return undefined;
  const key = reopenedKey(review);
  const id = registry.sessions.find(({ idempotencyKey }) => idempotencyKey === key)?.id;
  return liveSessions(registry).find((session) => session.id === id);
};

/** Opens the text of a shared file as a document that nobody waits for. */
const openAgain = (
  review: ImportedReview,
  { browser }: ImportOptions,
  context: Context,
): Promise<ListedSession> =>
  whileConnecting(context, async (connecting) => {
    const { title, source } = review;
    const request = {
      mode: 'document',
      content: source,
      title: title.slice(0, maxTitleLength),
      cwd: process.cwd(),
      origin: 'import',
      detached: true,
    } as const;
    const opened = await openSession({ request }, { connecting, context }, reopenedKey(review));
    await present(opened, browser, context);
    return opened.session;
  });

/** The comments without the names of their documents: opened again, it is one. */
const asOneDocument = ({ colleagues }: ImportedReview): ColleagueComment[] =>
  colleagues.map((comment) => {
    if ('isDeleted' in comment) return comment;
    const { file: _, ...rest } = comment;
    return rest;
  });

/** So many at once stay below the limit of a body with comments of a usual length. */
const commentsAtOnce = 200;
const charsAtOnce = 4 * 1024 * 1024;

const importInto = async (
  session: ListedSession,
  comments: readonly ColleagueComment[],
): Promise<Imported> => {
  let total = noComments;
  for (const part of partsOf(comments)) {
    const { body } = await callSession(session, 'importComments', { body: { comments: part } });
    total = sumOf(total, body);
  }
  return total;
};

function* partsOf(comments: readonly ColleagueComment[]): Generator<ColleagueComment[]> {
  let part: ColleagueComment[] = [];
  let chars = 0;
  for (const comment of comments) {
    const { length } = JSON.stringify(comment);
    if (part.length === commentsAtOnce || (part.length > 0 && chars + length > charsAtOnce)) {
      yield part;
      part = [];
      chars = 0;
    }
    part.push(comment);
    chars += length;
  }
  if (part.length > 0) yield part;
}

const sumOf = (one: Imported, other: Imported): Imported => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  removed: one.removed + other.removed,
  known: one.known + other.known,
  unplaced: one.unplaced + other.unplaced,
  refused: one.refused + other.refused,
});

/** `2 comments added, 1 known already.` */
const sentenceOf = (imported: Imported): string => {
  const { added, changed, removed, known, unplaced, refused } = imported;
  const parts: readonly (readonly [count: number, what: string])[] = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
    [known, 'known already'],
    [unplaced, 'about text that is not there any more'],
    [refused, 'left out, because another comment or finding has the same id'],
  ];
  const found = parts.filter(([count]) => count > 0);
  if (found.length === 0) return 'there are no comments in the file.';
  const words = found.map(([count, what], index) => {
    const noun = index > 0 ? '' : count === 1 ? 'comment ' : 'comments ';
    return `${count} ${noun}${what}`;
  });
  return `${words.join(', ')}.`;
};
