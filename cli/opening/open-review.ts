import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { outcomeExitCodes, type Decision } from '../../shared/session/decision.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { present } from '../browser/open-in-browser.ts';
import { isSupervisorGone } from '../client/client-errors.ts';
import { connect } from '../client/connect.ts';
import type { ControlClient } from '../client/control-client.ts';
import { waitForDecision } from '../client/wait-for-decision.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { plainLine, plainText } from '../output/plain-text.ts';
import { printDecision, printJson, printNote, printResult } from '../output/print.ts';
import { toGalleyError } from '../output/report-error.ts';
import { connectInNetwork } from '../remote/connect-in-network.ts';
import { interruptible, Interruption } from './interruption.ts';
import {
  prepareRequest,
  type Opening,
  type OpeningContext,
  type PreparedRequest,
} from './open-request.ts';
import { unusedReplies } from './replies-file.ts';

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
    if (opening.isGate && !opening.isJson) await printNote(plainText(decision.markdown.trimEnd()));
    else await printDecision(decision, opening.isJson);
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
const announce = ({ mode, title, url }: ListedSession): Promise<void> => {
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

export interface OpenedSession {
  readonly client: ControlClient;
  readonly session: ListedSession;
  /** Undefined in local mode. */
  readonly gateway: SupervisorRecord['gateway'];
}

const maxAttempts = 6;
/** Before the second attempt, doubling: a supervisor that shuts down is listed until it is gone. */
const retryMs = 100;

/**
 * Opens a session once connected. If the supervisor goes away meanwhile, retries with the next one; the idempotency key
 * keeps the session from being opened twice, also by somebody else who gives the same one while it runs.
 * @throws GalleyError if it cannot be opened
 */
export const openSession = async (
  { request, temporaryFile }: PreparedRequest,
  { connecting, context }: OpeningContext,
  idempotencyKey: string = randomUUID(),
): Promise<OpenedSession> => {
  try {
    let client = await connecting;
    for (let attempt = 1; ; attempt += 1)
      try {
        const session = await client.openSession(request, idempotencyKey);
        if ('replies' in request && request.replies !== undefined) {
          const note = await unusedReplies(request.replies, session, context);
          if (note !== undefined) await printNote(note);
        }
        return { client, session, gateway: client.record.gateway };
      } catch (error) {
        if (!isSupervisorGone(error) || attempt === maxAttempts) {
          await client.stopIfUnused();
          throw error;
        }
        await pause(retryMs * 2 ** (attempt - 1));
        client = await connectInNetwork(context);
      }
  } finally {
    if (temporaryFile !== undefined) await rm(temporaryFile, { force: true });
  }
};
