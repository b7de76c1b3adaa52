import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { formatDuration } from '../output/duration.ts';
import { plainText } from '../output/plain-text.ts';
import { printNote } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { connect } from '../client/connect.ts';
import { isSupervisorGone } from '../client/unreachable.ts';
import type { Hook } from './hook.ts';
import { Interruption } from './interruption.ts';
import type { OpenedSession } from './open-session.ts';

/** How long before the limit the answer is written at the latest. */
const answerMs = 200;
const retryMs = 100;

/** The answer to a failure. Never rejects. */
export const refuseFailure = async (hook: Hook, error: unknown): Promise<unknown> => {
  const { format, event, opening } = hook;
  const message = error instanceof Interruption ? error.message : toGalleyError(error).message;
  if (isNoRepository(error) && opening.subject.mode === 'review' && format.isStop(event)) {
    const note = `Galley reviewed nothing: ${message}`;
    await printNote(`galley: ${plainText(note)}`);
    return format.pass(event, note);
  }
  return refuseWithout(hook, `The review did not take place. This is not an approval. ${message}`);
};

const isNoRepository = (error: unknown): boolean =>
  error instanceof GalleyError && error.code === 'not_a_repository';

/**
 * The answer where no review took place. An agent that is about to finish is told so once: where it comes back and
 * there still is none, it can do nothing about that. A plan goes no further unreviewed, however often it is presented.
 */
export const refuseWithout = async (hook: Hook, reason: string): Promise<unknown> => {
  const { format, event, memory, opening } = hook;
  await printNote(`galley: ${plainText(reason)}`);
  const isAgain = event?.['stop_hook_active'] === true;
  if (opening.subject.mode === 'plan' || !format.isStop(event)) return format.refuse(event, reason);
  const before = await memory?.read();
  if (isAgain && (memory === undefined || before?.hasFailed === true))
    return format.pass(event, `This turn ended without a review. ${reason}`);
  const isNoted = (await memory?.write({ ...before, hasFailed: true })) === true;
  return isAgain && !isNoted
    ? format.pass(event, `This turn ended without a review. ${reason}`)
    : format.refuse(event, reason);
};

/** The answer when a hook's time is over: the review stays open without it. Never rejects. */
export const refuseAtLimit = async (hook: Hook): Promise<unknown> => {
  const { format, event, opened, limit } = hook;
  if (opened === undefined)
    return refuseWithout(
      hook,
      `No review could be opened within ${formatDuration(limit.limitMs)}. This is not an approval: do not continue. Tell the user, who can look at \`galley doctor\`.`,
    );
  const isKept = await Promise.race([
    keepOpen(hook, opened).catch(() => false),
    delay(Math.max(limit.remainingMs - answerMs, 0), false),
  ]);
  const reason = stillOpen(hook, opened, isKept);
  await printNote(`galley: ${plainText(reason)}`);
  return format.refuse(event, reason);
};

const stillOpen = (
  { opening, limit }: Hook,
  { session: { id, url } }: OpenedSession,
  isKept: boolean,
): string => {
  const time = formatDuration(limit.limitMs);
  const then =
    opening.subject.mode === 'plan'
      ? 'If that is an approval, present the same plan again: it passes without another review.'
      : 'If that is an approval, finish again: it passes without another review.';
  return [
    `The review is still open at ${url}: nobody decided within ${time}. This is not an approval: do not continue.`,
    `Run \`galley sessions wait ${id}\` until it prints the decision, and do what that says.`,
    isKept ? then : 'It may be closed in a minute, since the supervisor does not answer.',
  ].join(' ');
};

/** Remembers the review and detaches it. Resolves with whether that is certain. */
const keepOpen = async (
  { context, limit, memory, about }: Hook,
  { client: first, session: { id, url } }: OpenedSession,
): Promise<boolean> => {
  await memory?.write({ ...(about === undefined ? {} : { about }), review: { id, url } });
  const leftMs = () => Math.ceil(limit.remainingMs - answerMs);
  for (let client = first; leftMs() > 0; client = await connect(context))
    try {
      await client.call('detachSession', { params: { id }, timeoutMs: leftMs() });
      return true;
    } catch (error) {
      // It was decided in this moment: the decision can be collected, too.
      if (error instanceof GalleyError && error.code === 'not_found') return true;
      if (!isSupervisorGone(error)) return false;
      await delay(retryMs);
    }
  return false;
};
