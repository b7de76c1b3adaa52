import { GalleyError } from '../../shared/errors.ts';
import { feedbackPieces } from '../../shared/feedback/feedback.ts';
import { condensingSteps, findingLines } from '../../shared/feedback/findings.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { PreviewAnswer } from '../../shared/session/decision.ts';
import { Slices } from '../annotations/slices.ts';
import type { FindShown } from '../document/shown-document.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { verdict } from './decision-handlers.ts';

const maxChars = 256 * 1024;
const goesOn = '\n\n… The agent gets all of it; only the beginning is shown here.\n';

/** `POST /api/decision/preview`: what the agent would get for this decision now. Changes nothing. */
export const previewHandler = async (
  core: SessionCore,
  find: FindShown | undefined,
): Promise<SessionHandlers<'previewDecision'>> => {
  const { mode } = core.assignment;
  const decider = await core.decider();
  const slices = new Slices();
  return {
    previewDecision: async ({ body: { outcome, ...sent }, signal }) => {
      if (outcome === (mode === 'plan' ? 'feedback' : 'denied'))
        throw new GalleyError('invalid_request', `A ${mode} cannot be decided as "${outcome}".`);
      const decision = decider.decisionOf(await verdict(outcome, sent, { ...core, find }));
      const findings = await slices.run(condensingSteps(decision.annotations), () => {
        if (signal.aborted) throw new GalleyError('bad_request', 'The client has gone away.');
      });
      const answer: PreviewAnswer = {
        ...beginning(feedbackPieces(decision, findings)),
        findings: findings.total,
        findingLines: findingLines(findings),
      };
      return json(answer);
    },
  };
};

const beginning = (pieces: Iterable<string>): Pick<PreviewAnswer, 'text' | 'isWhole'> => {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > maxChars)
      // Drop a surrogate pair cut in half.
      return {
        text: text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/u, '') + goesOn,
        isWhole: false,
      };
  }
  return { text, isWhole: true };
};
