import { countKinds } from '../../../../shared/feedback/counts.ts';
import { QuietButton } from '../../../shell/button.tsx';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { commentsToSend } from '../../store/comments/comments-to-send.ts';
import type { Verdict } from '../../store/decision-slice.ts';
import { can } from '../../store/session-slice.ts';
import { commandOf, useCan, usePage, useSelect } from '../../ui/page.ts';
import { StepTitle, DecisionError, SubmitButton } from './step-parts.tsx';
import type { Preview } from './feedback-preview.tsx';
import { routeOf, verdictNow } from './verdict.ts';

/** The verdict, a note, and a summary of what is sent. */
export const VerdictForm = ({ preview }: { readonly preview: Preview }) => {
  const page = usePage();
  const canClose = useCan('close');
  const words = decisionTexts();
  return (
    <>
      <StepTitle>{words.title}</StepTitle>
      <div className="verdicts" role="radiogroup" aria-label={words.verdict}>
        <VerdictOption verdict="approve" />
        <VerdictOption verdict="reject" />
      </div>
      <NoteField />
      <SubmissionSummary preview={preview} />
      <DecisionError />
      <div className="decision-foot">
        <QuietButton
          onClick={() => page.store.dispatch({ type: 'decision/step', step: 'preview' })}
        >
          {words.preview}
        </QuietButton>
        <SubmitButton>{words.submit}</SubmitButton>
      </div>
      {canClose && (
        <div className="decision-more">
          <QuietButton onClick={() => commandOf(page, 'decide.close')?.run(page)}>
            {words.close}
          </QuietButton>
        </div>
      )}
    </>
  );
};

const VerdictOption = ({ verdict }: { readonly verdict: Verdict }) => {
  const { store } = usePage();
  const mode = useSelect(({ session }) => session.info?.mode ?? 'plan');
  const isChecked = useSelect((state) => verdictNow(state) === verdict);
  const isPossible = useSelect((state) => can(state, routeOf(state, verdict)));
  const tally = useSelect((state) => texts().decision.tally(countKinds(commentsToSend(state))));
  const losesNotes = useSelect(({ session }) => session.info?.carriesNotes === false);
  const { approve, approveNote, approveOnly, reject, rejectNote } = decisionTexts();
  const approving = losesNotes ? approveOnly : approveNote;
  const note = verdict === 'approve' ? approving : tally === '' ? rejectNote[mode] : tally;
  if (!isPossible) return null;
  return (
    <label className="verdict">
      <input
        type="radio"
        name="verdict"
        aria-labelledby={`verdict-${verdict}`}
        aria-describedby={`verdict-${verdict}-note`}
        checked={isChecked}
        onChange={() => store.dispatch({ type: 'decision/chosen', verdict })}
      />
      <span>
        <span id={`verdict-${verdict}`}>{verdict === 'approve' ? approve : reject[mode]}</span>
        <small id={`verdict-${verdict}-note`}>{note}</small>
      </span>
    </label>
  );
};

const NoteField = () => {
  const { store } = usePage();
  const feedback = useSelect((state) => state.draft.feedback);
  const { note, notePlaceholder } = decisionTexts();
  return (
    <textarea
      className="text-field"
      aria-label={note}
      placeholder={notePlaceholder}
      rows={3}
      maxLength={1_000_000}
      value={feedback}
      onChange={({ currentTarget }) =>
        store.dispatch({ type: 'draft/feedback', feedback: currentTarget.value })
      }
    />
  );
};

/** Comments and findings sent with the verdict, if any. */
const SubmissionSummary = ({ preview }: { readonly preview: Preview }) => {
  const comments = useSelect((state) => commentsToSend(state).length);
  const findings = useSelect((state) => state.annotations.byId.size);
  const edits = useSelect(({ draft }) => draft.edits.length);
  const outdated = useSelect(({ draft }) => draft.edits.filter((edit) => edit.isOutdated).length);
  const words = decisionTexts();
  return (
    <>
      {comments > 0 && <p className="submission-summary">{words.comments(comments)}</p>}
      {edits > 0 && <p className="submission-summary">{words.edits(edits)}</p>}
      {outdated > 0 && <p className="submission-summary">{words.outdatedEdits(outdated)}</p>}
      {findings > 0 && (
        <FindingsSwitch
          count={findings}
          lines={preview?.kind === 'ok' ? preview.value.findingLines : undefined}
        />
      )}
    </>
  );
};

interface FindingsSwitchProps {
  readonly count: number;
  /** Number of lines for findings in the feedback text; undefined while loading. */
  readonly lines: number | undefined;
}

/** Omits findings from the feedback text; the decision always includes them. */
const FindingsSwitch = ({ count, lines }: FindingsSwitchProps) => {
  const { store } = usePage();
  const withFindings = useSelect(({ decision }) => decision.withFindings);
  const words = decisionTexts();
  const isCondensed = withFindings && lines !== undefined && lines > 0 && lines < count;
  return (
    <label className="submission-summary">
      <span>
        <span>{isCondensed ? words.findingsCondensed(count, lines) : words.findings(count)}</span>
        {!withFindings && <small>{words.findingsLeftOut}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={words.findingsSwitch}
        checked={withFindings}
        onChange={({ currentTarget }) =>
          store.dispatch({ type: 'decision/withFindings', withFindings: currentTarget.checked })
        }
      />
    </label>
  );
};
