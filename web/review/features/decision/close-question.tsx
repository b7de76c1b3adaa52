import { Button } from '../../../shell/button.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { WordsLeft } from '../../ui/words-left.tsx';
import { StepTitle, DecisionError, SubmitButton } from './step-parts.tsx';
import { commentsToSend } from './verdict.ts';

/** Asks before words are lost by closing without feedback. */
export const CloseQuestion = () => {
  const { store } = usePage();
  const comments = useSelect((state) => commentsToSend(state).length);
  const hasFailed = useSelect(({ session }) => session.decideError !== undefined);
  const words = texts().decision;
  return (
    <>
      <StepTitle>{words.closeTitle}</StepTitle>
      <p className="dialog-note">{words.lost(comments)}</p>
      {hasFailed ? <DecisionError /> : <WordsLeft />}
      <div className="decision-foot">
        <Button
          size="small"
          tone="plain"
          data-first=""
          onClick={() => store.dispatch({ type: 'decision/step', step: 'choice' })}
        >
          {words.back}
        </Button>
        <SubmitButton>{words.closeConfirm}</SubmitButton>
      </div>
    </>
  );
};
