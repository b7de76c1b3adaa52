import { outcomeExitCodes } from '../../shared/session/decision.ts';
import { checkId } from '../client/client-errors.ts';
import { resumeWaiting, waitForDecision } from '../client/wait-for-decision.ts';
import type { Context } from '../context.ts';
import { interruptible, Interruption } from '../opening/interruption.ts';
import { printDecision } from '../output/print.ts';

interface WaitOptions {
  readonly id: string;
  readonly isJson: boolean;
}

/**
 * Waits for the decision of a session and prints it; for an ended session prints it at once. An interruption stops the
 * command, not the session. @returns the exit code of its outcome
 */
export const waitForSession = async (
  { id, isJson }: WaitOptions,
  context: Context,
): Promise<number> => {
  checkId(id);
  const found = await resumeWaiting(id, context);
  try {
    const decision =
      found.kind === 'decided'
        ? found.decision
        : await interruptible((signal) =>
            waitForDecision({ client: found.client, id, context, signal }),
          );
    await printDecision(decision, isJson);
    return outcomeExitCodes[decision.outcome];
  } catch (error) {
    if (error instanceof Interruption) return error.exitCode;
    throw error;
  }
};
