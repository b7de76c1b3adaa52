import { outcomeExitCodes, type Decision } from '../../shared/session/decision.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { present } from '../browser/open-in-browser.ts';
import { waitForDecision } from '../client/wait-for-decision.ts';
import type { Context } from '../context.ts';
import { plainLine } from '../output/plain-text.ts';
import { printDecision, printJson, printNote, printResult } from '../output/print.ts';
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
    await printNote(`galley: ${error.message} It was closed.`);
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
    if (error instanceof Interruption) await closeQuietly(opened);
    throw error;
  }
};

/** Prints the address of the review on stderr. */
const announce = ({ mode, title, url }: SessionView): Promise<void> => {
  const subject = mode === 'review' ? 'change' : mode;
  return printNote(`Review the ${subject} "${plainLine(title)}" at ${url}`);
};

const closeQuietly = async ({ client, session }: OpenedSession): Promise<void> => {
  // A supervisor that is gone too cannot be told; the session then closes by itself after its grace.
  await client.call('closeSession', { params: { id: session.id } }).catch(() => undefined);
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
