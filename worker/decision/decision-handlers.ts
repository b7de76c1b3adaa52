import type { Response } from 'express';
import * as z from 'zod';
import type { Reply } from '../../shared/node/http/reply.ts';
import { parseWith } from '../../shared/parse.ts';
import {
  exitBodySchema,
  feedbackBodySchema,
  verdictBodySchema,
  type Outcome,
  type VerdictBody,
} from '../../shared/session/decision.ts';
import type { NextReview } from '../../shared/session/next-review.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Decider } from './decider.ts';
import type { Verdict } from './decision-record.ts';

interface DecisionParts {
  readonly decider: Decider;
  readonly drafts: DraftStore;
  /** Asks which review waits next; resolves soon and never rejects. */
  readonly askNext: () => Promise<NextReview | undefined>;
}

const body = { what: 'The decision' };
const emptyBodySchema = z.object({}).optional();

/** The routes by which the reviewer ends the session, or takes that back. Source: contract.md, section 4. */
export const decisionHandlers = ({
  decider,
  drafts,
  askNext,
}: DecisionParts): SessionHandlers<
  'approve' | 'deny' | 'sendFeedback' | 'exit' | 'releaseDecision' | 'undoDecision'
> => {
  const decide = async (response: Response, verdict: Verdict, undoSeconds = 0): Promise<Reply> => {
    // At the same time: the answer is there before the decision is on the disk.
    const asked = askNext();
    const { outcome, decidedAt, releaseAt } = await decider.decide(verdict, undoSeconds * 1000);
    const until = releaseAt === undefined ? {} : { releaseAt };
    if (releaseAt === undefined) {
      // The words were sent. A file that cannot be removed takes nothing away from the decision.
      await drafts.discard().catch(() => undefined);
      endConnection(response);
    }
    const next = await asked;
    return {
      status: 200,
      body: { outcome, decidedAt, ...until, ...(next === undefined ? {} : { next }) },
    };
  };
  const decideOn = (outcome: Outcome, sent: VerdictBody, response: Response): Promise<Reply> =>
    decide(response, verdict(outcome, sent), sent.undoSeconds);
  return {
    approve: ({ body: sent }, response) =>
      decideOn('approved', parseWith(verdictBodySchema, sent, body), response),
    deny: ({ body: sent }, response) =>
      decideOn('denied', parseWith(verdictBodySchema, sent, body), response),
    sendFeedback: ({ body: sent }, response) => {
      const { approved, ...rest } = parseWith(feedbackBodySchema, sent, body);
      return decideOn(approved === true ? 'approved' : 'feedback', rest, response);
    },
    exit: ({ body: sent }, response) => {
      const parsed = parseWith(exitBodySchema.optional(), sent, body);
      const closed: Verdict = { outcome: 'closed', reason: exitReason, comments: [] };
      return decide(response, closed, parsed?.undoSeconds);
    },
    releaseDecision: async ({ body: sent }, response) => {
      parseWith(emptyBodySchema, sent, body);
      const { outcome, decidedAt } = await decider.release();
      endConnection(response);
      return { status: 200, body: { outcome, decidedAt } };
    },
    undoDecision: async ({ body: sent }) => {
      parseWith(emptyBodySchema, sent, body);
      await decider.undo();
      return { status: 200, body: {} };
    },
  };
};

/** The process ends: the connection cannot be used again. */
const endConnection = (response: Response): void => {
  response.shouldKeepAlive = false;
};

const exitReason = 'The reviewer closed it.';

/** What a body makes of an outcome. */
export const verdict = (
  outcome: Outcome,
  { feedback, annotations = [], dismissed, withFindings }: VerdictBody,
): Verdict => ({
  outcome,
  ...(dismissed === undefined ? {} : { dismissed }),
  ...(withFindings === undefined ? {} : { withFindings }),
  ...(feedback === undefined ? {} : { feedback }),
  comments: annotations,
});
