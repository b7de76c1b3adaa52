import type { Context } from '../context.ts';
import { parseEvent } from '../formats/event-fields.ts';
import type { FormatName, HookEvent } from '../formats/format.ts';
import { formats } from '../formats/formats.ts';
import { printJson } from '../output/print.ts';
import { readStdin, stdinName } from './read-stdin.ts';
import { DeadlineReached, HookDeadline, type Hook } from './hook.ts';
import { refuseAtDeadline, refuseFailure } from './hook-refusal.ts';
import { reviewForHook } from './hook-review.ts';
import type { Opening } from './open-request.ts';

/**
 * Opens a review for a host's hook and answers in the host's format. Anything but an approval is a refusal, including
 * failures. @returns always 0: hosts read the answer only then
 * @throws GalleyError if the answer cannot be written
 */
export const openForHook = async (
  opening: Opening,
  name: FormatName,
  context: Context,
): Promise<number> => {
  const format = formats[name];
  const hook: Hook = {
    name,
    format,
    opening,
    context,
    deadline: new HookDeadline(),
    event: opening.subject.mode === 'review' ? format.stopEvent : undefined,
    memory: undefined,
    about: undefined,
    opened: undefined,
  };
  const answer = await answerInTime(hook).catch((error: unknown) =>
    error instanceof DeadlineReached ? refuseAtDeadline(hook) : refuseFailure(hook, error),
  );
  hook.deadline.end();
  await printJson(answer);
  return 0;
};

/** @throws DeadlineReached, Interruption or GalleyError */
const answerInTime = async (hook: Hook): Promise<unknown> => {
  const { format, deadline, opening } = hook;
  const setLimit = () =>
    deadline.set(opening.timeoutMs ?? format.timeoutMs(hook.event) ?? Number.POSITIVE_INFINITY);
  setLimit();
  hook.event = (await deadline.race(readEvent(opening))) ?? hook.event;
  setLimit();
  return deadline.race(reviewForHook(hook));
};

/** A hook gets its event on stdin; a terminal has none. */
const readEvent = async ({ subject }: Opening): Promise<HookEvent | undefined> => {
  const isPatchThere = subject.mode === 'review' && subject.patch === stdinName;
  if (isPatchThere || process.stdin.isTTY) return undefined;
  return parseEvent(await readStdin());
};
