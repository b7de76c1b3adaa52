import { isAbsolute } from 'node:path';
import type { Decision } from '../../shared/session/decision.ts';
import type { Context } from '../context.ts';
import { parseEvent, textOf } from '../formats/event-fields.ts';
import type { Format, FormatName, HookEvent } from '../formats/format.ts';
import { formats } from '../formats/formats.ts';
import { plainText } from '../output/plain-text.ts';
import { printJson, printNote } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';
import { stdinName } from '../stdin-name.ts';
import { Interruption } from './interruption.ts';
import { reviewUntilDecided } from './open-and-wait.ts';
import { prepareRequest, type PreparedRequest } from './open-request.ts';
import type { Opening } from './opening.ts';
import { readStdin } from './read-stdin.ts';

/**
 * Opens a review for a host's hook and answers in the host's form. Whatever is no approval is a refusal, failures
 * too. @returns 0 always: the hosts read the answer only then
 */
export const openForHook = async (
  opening: Opening,
  name: FormatName,
  context: Context,
): Promise<number> => {
  const format = formats[name];
  let event: HookEvent | undefined;
  try {
    event = await readEvent(opening);
    const prepared = await prepareHookRequest({ opening, event, format, name, context });
    const answer =
      prepared === undefined
        ? format.pass()
        : answerTo(
            await reviewUntilDecided(prepared, opening, {
              context,
              connecting: connectInNetwork(context),
            }),
            format,
            event,
          );
    await printJson(answer);
  } catch (error) {
    const reason = sentenceOf(error);
    await printNote(`galley: ${plainText(reason)}`);
    await printJson(
      format.refuse(event, `The review did not take place. This is no approval. ${reason}`),
    );
  }
  return 0;
};

const sentenceOf = (error: unknown): string =>
  error instanceof Interruption ? error.message : toGalleyError(error).message;

const answerTo = (decision: Decision, format: Format, event: HookEvent | undefined): unknown => {
  if (decision.outcome !== 'approved') return format.refuse(event, decision.markdown);
  const hasNotes = decision.feedback !== undefined || decision.comments.length > 0;
  return format.allow(event, hasNotes ? decision.markdown : undefined);
};

/** A hook gets its event on stdin; a terminal has none to give. */
const readEvent = async ({ subject }: Opening): Promise<HookEvent | undefined> => {
  const isPatchThere = subject.mode === 'review' && subject.patch === stdinName;
  if (isPatchThere || process.stdin.isTTY) return undefined;
  return parseEvent(await readStdin());
};

interface HookRequestOptions {
  readonly opening: Opening;
  readonly event: HookEvent | undefined;
  readonly format: Format;
  readonly name: FormatName;
  readonly context: Context;
}

/** The request; undefined where the event has nothing that is to be reviewed. */
const prepareHookRequest = async ({
  opening,
  event = {},
  format,
  name,
  context,
}: HookRequestOptions): Promise<PreparedRequest | undefined> => {
  const subject = await subjectOf(opening, event, format);
  if (subject === undefined) return undefined;
  const cwd = textOf(event, 'cwd');
  const hooked: Opening = {
    ...opening,
    subject,
    origin: opening.origin ?? name,
    ...(cwd !== undefined && isAbsolute(cwd) ? { cwd } : {}),
  };
  return prepareRequest(hooked, {
    isDetached: false,
    temporaryFolder: context.paths.stateFolder,
  });
};

const subjectOf = async (
  { subject }: Opening,
  event: HookEvent,
  format: Format,
): Promise<Opening['subject'] | undefined> => {
  if (subject.mode !== 'plan' || !('file' in subject) || subject.file !== stdinName) return subject;
  const plan = await format.planOf(event);
  if (plan === undefined) return undefined;
  return 'path' in plan
    ? { mode: 'plan', file: plan.path }
    : { mode: 'plan', content: plan.content };
};
