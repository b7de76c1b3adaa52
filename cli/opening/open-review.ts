import { outcomeExitCodes, type Decision } from '../../shared/session/decision.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { present } from '../browser/open-in-browser.ts';
import { isSupervisorGone } from '../client/client-errors.ts';
import { connect } from '../client/connect.ts';
import { waitForDecision } from '../client/wait-for-decision.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { plainLine, plainText } from '../output/plain-text.ts';
import { printDecision, printJson, printNote, printResult } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { interruptible, Interruption } from './interruption.ts';
import { prepareRequest, type Opening, type OpeningContext } from './open-request.ts';
import { openSession, type OpenedSession } from './open-session.ts';

/** Opens a review, waits for its decision and prints it. @returns the exit code of its outcome */
export const openAndWait = async (
  opening: Opening,
  { context, connecting }: OpeningContext,
): Promise<number> => {
  const prepared = await prepareRequest(opening, context);
  try {
    const decision = await interruptible(async (signal) => {
      const opened = await openSession(prepared, { connecting, context });
      return awaitOpened(opened, { browser: opening.browser, context, signal });
    });
    await printDecision(decision, opening.isJson);
    return outcomeExitCodes[decision.outcome];
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    await printNote(`galley: ${plainText(error.message)}`);
    return error.exitCode;
  }
};

interface AwaitOptions {
  readonly browser: Opening['browser'];
  readonly context: Context;
  readonly signal: AbortSignal;
}

/**
 * Shows a session and waits for its decision. An interruption closes it.
 * @throws GalleyError, or the reason of the signal
 */
export const awaitOpened = async (
  opened: OpenedSession,
  { browser, context, signal }: AwaitOptions,
): Promise<Decision> => {
  const { client, session } = opened;
  try {
    signal.throwIfAborted();
    await announce(session);
    await present(opened, browser, context);
    return await waitForDecision({ client, id: session.id, context, signal });
  } catch (error) {
    throw error instanceof Interruption ? error.after(await close(opened, context)) : error;
  }
};

/** Prints the address of the review on stderr. */
const announce = ({ mode, title, url }: SessionView): Promise<void> => {
  const subject = mode === 'review' ? 'change' : mode;
  return printNote(`Review the ${subject} "${plainLine(title)}" at ${url}`);
};

/** Closes an interrupted review. Never rejects. @returns what became of it, as a sentence */
const close = async (
  { client, session: { id, mode } }: OpenedSession,
  context: Context,
): Promise<string> => {
  const params = { id };
  try {
    const { body } = await client.call('closeSession', { params }).catch(async (error: unknown) => {
      if (!isSupervisorGone(error)) throw error;
      return (await connect(context)).call('closeSession', { params });
    });
    return body.outcome === 'closed'
      ? 'It was closed.'
      : `It ended: ${outcomeText(body.outcome, mode)}.`;
  } catch (error) {
    const { code, message } = toGalleyError(error);
    return code === 'not_found'
      ? 'It had already ended.'
      : `It may still be open: ${message} \`galley sessions close ${id}\` closes it.`;
  }
};

/** Opens a review without waiting, shows it, and prints its id and address. @returns the exit code */
export const openDetached = async (
  opening: Opening,
  { context, connecting }: OpeningContext,
): Promise<number> => {
  const prepared = await prepareRequest(opening, context, { isDetached: true });
  const opened = await openSession(prepared, { connecting, context });
  const { session } = opened;
  await present(opened, opening.browser, context);
  await (opening.isJson ? printJson(session) : printResult(`${session.id} ${session.url}`));
  return 0;
};
