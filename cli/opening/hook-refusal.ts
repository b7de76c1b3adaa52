import { setTimeout as delay } from 'node:timers/promises';
import { GalleyError } from '../../shared/errors.ts';
import { formatDuration } from '../output/duration.ts';
import { plainText } from '../output/plain-text.ts';
import { printNote } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { connect } from '../client/connect.ts';
import { isSupervisorGone } from '../client/client-errors.ts';
import type { Hook } from './hook.ts';
import { Interruption } from './interruption.ts';
import type { OpenedSession } from './open-review.ts';

/** The answer is written at least this long before the deadline. */
const answerMs = 200;
const retryMs = 100;

/** The answer after a failure. Never rejects. */
export const refuseFailure = async (hook: Hook, error: unknown): Promise<unknown> => {
  const { format, event, opening } = hook;
  const message = error instanceof Interruption ? error.message : toGalleyError(error).message;
  if (isNoRepository(error) && opening.subject.mode === 'review' && format.isStop(event)) {
    const note = `Galley reviewed nothing: ${message}`;
    await printNote(`galley: ${plainText(note)}`);
    return format.pass(event, note);
  }
  return refuseUnreviewed(
    hook,
    `The review did not take place. This is not an approval. ${message}`,
  );
};

const isNoRepository = (error: unknown): boolean =>
  error instanceof GalleyError && error.code === 'not_a_repository';

/**
 * The answer if no review took place. An agent about to finish is refused once; when it comes back and the failure
 * persists, it passes, since it can do nothing about it. A plan never passes unreviewed.
 */
export const refuseUnreviewed = async (hook: Hook, reason: string): Promise<unknown> => {
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

/** The answer at the deadline: the review stays open without the hook. Never rejects. */
export const refuseAtDeadline = async (hook: Hook): Promise<unknown> => {
  const { format, event, opened, deadline } = hook;
  if (opened === undefined)
    return refuseUnreviewed(
      hook,
      `No review could be opened within ${formatDuration(deadline.timeoutMs)}. This is not an approval: do not continue. Tell the user, who can look at \`galley doctor\`.`,
    );
  const isKept = await Promise.race([
    keepOpen(hook, opened).catch(() => false),
    delay(Math.max(deadline.remainingMs - answerMs, 0), false),
  ]);
  const reason = stillOpen(hook, opened, isKept);
  await printNote(`galley: ${plainText(reason)}`);
  return format.refuse(event, reason);
};

const stillOpen = (
  { opening, deadline }: Hook,
  { session: { id, url } }: OpenedSession,
  isKept: boolean,
): string => {
  const time = formatDuration(deadline.timeoutMs);
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

/** Saves the review's id and detaches it. Resolves with whether it certainly is detached. */
const keepOpen = async (
  { context, deadline, memory, about }: Hook,
  { client: first, session: { id, url } }: OpenedSession,
): Promise<boolean> => {
  await memory?.write({ ...(about === undefined ? {} : { about }), review: { id, url } });
  const leftMs = () => Math.ceil(deadline.remainingMs - answerMs);
  for (let client = first; leftMs() > 0; client = await connect(context))
    try {
      await client.call('detachSession', { params: { id }, timeoutMs: leftMs() });
      return true;
    } catch (error) {
      // It was decided just now: the decision can still be collected.
      if (error instanceof GalleyError && error.code === 'not_found') return true;
      if (!isSupervisorGone(error)) return false;
      await delay(retryMs);
    }
  return false;
};
