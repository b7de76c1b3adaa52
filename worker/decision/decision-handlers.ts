import { json, lastJson, type Reply } from '../../shared/node/http/reply.ts';
import type { Outcome, VerdictBody } from '../../shared/session/decision.ts';
import type { FindShown } from '../document/shown-document.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Verdict } from './decision-record.ts';
import type { EditedSession } from './proposed-edits.ts';

/** The routes with which the reviewer decides and undoes. Source: contract.md, section 4. */
export const decisionHandlers = async (
  core: SessionCore,
  find: FindShown | undefined,
): Promise<
  SessionHandlers<'approve' | 'deny' | 'sendFeedback' | 'exit' | 'releaseDecision' | 'undoDecision'>
> => {
  const [decider, drafts] = await Promise.all([core.decider(), core.drafts()]);
  const decide = async (verdict: Verdict, undoSeconds = 0): Promise<Reply> => {
    // In parallel with the write: the answer is usually there first.
    const asked = core.askNext();
    const { outcome, decidedAt, releaseAt } = await decider.decide(verdict, undoSeconds * 1000);
    // The draft has been sent. Failing to remove its file does not affect the decision.
    if (releaseAt === undefined) await drafts.discard().catch(() => undefined);
    const next = await asked;
    const decided = { outcome, decidedAt, ...(next === undefined ? {} : { next }) };
    return releaseAt === undefined ? lastJson(decided) : json({ ...decided, releaseAt });
  };
  const decideOn = async (outcome: Outcome, sent: VerdictBody): Promise<Reply> =>
    decide(await verdict(outcome, sent, { ...core, find }), sent.undoSeconds);
  return {
    approve: ({ body }) => decideOn('approved', body),
    deny: ({ body }) => decideOn('denied', body),
    sendFeedback: ({ body: { approved, ...sent } }) =>
      decideOn(approved === true ? 'approved' : 'feedback', sent),
    exit: ({ body }) =>
      decide({ outcome: 'closed', reason: exitReason, comments: [] }, body?.undoSeconds),
    releaseDecision: async () => {
      const { outcome, decidedAt } = await decider.release();
      return lastJson({ outcome, decidedAt });
    },
    undoDecision: async () => {
      await decider.undo();
      return json({});
    },
  };
};

const exitReason = 'The reviewer closed it.';

/** Builds the verdict for an outcome from a request body. */
export const verdict = async (
  outcome: Outcome,
  { feedback, annotations = [], dismissed, withFindings, edits = [] }: VerdictBody,
  session: EditedSession,
): Promise<Verdict> => ({
  outcome,
  // Few reviewers edit, and what compares texts is large.
  ...(edits.length === 0
    ? {}
    : { edits: await (await import('./proposed-edits.ts')).proposedEdits(edits, session) }),
  ...(dismissed === undefined ? {} : { dismissed }),
  ...(withFindings === undefined ? {} : { withFindings }),
  ...(feedback === undefined ? {} : { feedback }),
  comments: annotations,
});
