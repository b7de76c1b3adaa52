import type { Response } from 'express';
import * as z from 'zod';
import type { Reply } from '../../shared/node/http/reply.ts';
import { parseWith } from '../../shared/parse.ts';
import {
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
const exitBodySchema = z.object({}).optional();

/** The routes by which the reviewer ends the session. Source: contract.md, section 4. */
export const decisionHandlers = ({
  decider,
  drafts,
  askNext,
}: DecisionParts): SessionHandlers<'approve' | 'deny' | 'sendFeedback' | 'exit'> => {
  const decide = async (response: Response, verdict: Verdict): Promise<Reply> => {
    // At the same time: the answer is there before the decision is on the disk.
    const asked = askNext();
    const { outcome, decidedAt } = await decider.decide(verdict);
    // The words were sent. A file that cannot be removed takes nothing away from the decision.
    await drafts.discard().catch(() => undefined);
    // The process ends: the connection cannot be used again.
    response.shouldKeepAlive = false;
    const next = await asked;
    return {
      status: 200,
      body: { outcome, decidedAt, ...(next === undefined ? {} : { next }) },
    };
  };
  return {
    approve: ({ body: sent }, response) =>
      decide(response, verdict('approved', parseWith(verdictBodySchema, sent, body))),
    deny: ({ body: sent }, response) =>
      decide(response, verdict('denied', parseWith(verdictBodySchema, sent, body))),
    sendFeedback: ({ body: sent }, response) => {
      const { approved, ...rest } = parseWith(feedbackBodySchema, sent, body);
      return decide(response, verdict(approved === true ? 'approved' : 'feedback', rest));
    },
    exit: ({ body: sent }, response) => {
      parseWith(exitBodySchema, sent, body);
      return decide(response, { outcome: 'closed', reason: exitReason, comments: [] });
    },
  };
};

const exitReason = 'The reviewer closed it.';

const verdict = (
  outcome: Outcome,
  { feedback, annotations = [], dismissed }: VerdictBody,
): Verdict => ({
  outcome,
  ...(dismissed === undefined ? {} : { dismissed }),
  ...(feedback === undefined ? {} : { feedback }),
  comments: annotations,
});
