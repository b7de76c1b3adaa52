import { useEffect, useState } from 'react';
import type { Decision } from '../../../../shared/session/decision.ts';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { formatDateTime } from '../../../shell/texts/format.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { usePage, useSelect, type Page } from '../../ui/page.ts';
import './ended.css';

/** The result of an ended review: decision, time, note and the feedback text. */
export const EndedBar = () => {
  const page = usePage();
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const outcome = useSelect((state) => state.session.info?.outcome ?? 'undecided');
  const [answer, setAnswer] = useState<Answer<Decision>>();
  useEffect(() => {
    void loadEnded(page).then(setAnswer);
  }, [page]);
  return (
    <section className="ended-bar" data-outcome={outcome} aria-label={decisionTexts().decision}>
      <p className="ended-line">
        <strong className="ended-outcome">{texts().decision.outcomes[mode][outcome]}</strong>
        {answer?.kind === 'ok' && <DecidedWith decision={answer.value} />}
        {answer !== undefined && answer.kind !== 'ok' && <span>{answer.sentence}</span>}
      </p>
      {answer?.kind === 'ok' && <WhatTheAgentRead markdown={answer.value.markdown} />}
    </section>
  );
};

const DecidedWith = ({ decision }: { readonly decision: Decision }) => {
  const { decidedAt, feedback, reason } = decision;
  const note = feedback ?? reason;
  return (
    <>
      <time dateTime={decidedAt}>{formatDateTime(decidedAt)}</time>
      {note !== undefined && <q className="ended-note">{note}</q>}
      <span className="ended-read-only">{decisionTexts().readOnly}</span>
    </>
  );
};

/** Verbatim, not rendered. */
const WhatTheAgentRead = ({ markdown }: { readonly markdown: string }) => (
  <details className="ended-text">
    <summary>{decisionTexts().whatTheAgentRead}</summary>
    <pre tabIndex={0}>{markdown}</pre>
  </details>
);

/** May include many findings. */
const answerWithinMs = 60_000;

/** Loads the decision, and restores its comments and findings. */
const loadEnded = async ({ store, client }: Page): Promise<Answer<Decision>> => {
  const answer = await client.call('getEndedDecision', { answerWithinMs });
  if (answer.kind === 'ok') {
    const { comments, annotations } = answer.value;
    store.dispatch(
      { type: 'annotations/events', events: [{ type: 'snapshot', version: 0, annotations }] },
      { type: 'comments/replaced', comments },
    );
  }
  return answer;
};
