import type { Context } from '../context.ts';
import { parseEvent } from '../formats/event-fields.ts';
import type { FormatName, HookEvent } from '../formats/format.ts';
import { printJson } from '../output/print.ts';
import { stdinName } from '../stdin-name.ts';
import { LimitReached } from './hook-limit.ts';
import { refuseAtLimit, refuseFailure } from './hook-refusal.ts';
import { reviewForHook } from './hook-review.ts';
import { makeHook, type Hook } from './hook.ts';
import type { Opening } from './opening.ts';
import { readStdin } from './read-stdin.ts';

/**
 * Opens a review for a host's hook and answers in the host's form. Whatever is no approval is a refusal, failures
 * too. @returns 0 always: the hosts read the answer only then
 * @throws GalleyError where the answer cannot be written
 */
export const openForHook = async (
  opening: Opening,
  name: FormatName,
  context: Context,
): Promise<number> => {
  const hook = makeHook(opening, name, context);
  const answer = await answerInTime(hook).catch((error: unknown) =>
    error instanceof LimitReached ? refuseAtLimit(hook) : refuseFailure(hook, error),
  );
  hook.limit.end();
  await printJson(answer);
  return 0;
};

/** @throws LimitReached, Interruption or GalleyError */
const answerInTime = async (hook: Hook): Promise<unknown> => {
  const { format, limit, opening } = hook;
  const setLimit = () =>
    limit.set(opening.limitMs ?? format.limitMs(hook.event) ?? Number.POSITIVE_INFINITY);
  setLimit();
  hook.event = await limit.inTime(readEvent(opening));
  setLimit();
  return limit.inTime(reviewForHook(hook));
};

/** A hook gets its event on stdin; a terminal has none to give. */
const readEvent = async ({ subject }: Opening): Promise<HookEvent | undefined> => {
  const isPatchThere = subject.mode === 'review' && subject.patch === stdinName;
  if (isPatchThere || process.stdin.isTTY) return undefined;
  return parseEvent(await readStdin());
};
