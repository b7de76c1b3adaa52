import { useRef } from 'react';
import { Button } from '../../common/button.tsx';
import { isMac } from '../../common/platform.ts';
import { texts } from '../../texts/texts.ts';
import { countComments } from '../comments/comment-actions.ts';
import { showKey } from '../../common/keys.ts';
import { DialogFrame } from '../frame/dialog-frame.tsx';
import { usePage, useSelect } from '../page.ts';
import { confirmDialog } from './decide.ts';
import { WordsLeft } from './words-left.tsx';

interface DecisionDialogProps {
  readonly verdict: 'approve' | 'deny' | 'feedback' | 'close';
}

const tones = {
  approve: 'positive',
  deny: 'negative',
  feedback: 'accent',
  close: 'negative',
} as const;

/** Asks for a last word and says what will be sent along. */
export const DecisionDialog = ({ verdict }: DecisionDialogProps) => {
  const page = usePage();
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const error = useSelect((state) => state.session.decideError);
  const isDeciding = useSelect((state) => state.session.isDeciding);
  const field = useRef<HTMLTextAreaElement>(null);
  const words = texts().decision;
  const title = verdict === 'approve' ? words.titles.approve[mode] : words.titles[verdict];
  return (
    <DialogFrame title={title} {...(verdict === 'close' ? {} : { initialFocus: field })}>
      {verdict === 'close' ? (
        <LostWords />
      ) : (
        <FeedbackField field={field} placeholder={words.placeholders[verdict]} />
      )}
      {verdict !== 'close' && <SentAlong />}
      {error !== undefined && (
        <div className="dialog-error" role="alert">
          <p>{error}</p>
          <WordsLeft />
        </div>
      )}
      <div className="dialog-actions">
        <Button onClick={() => page.store.dispatch({ type: 'panel/dialog', dialog: undefined })}>
          {words.back}
        </Button>
        <Button
          tone={tones[verdict]}
          disabled={isDeciding}
          title={showKey('Mod+Enter', isMac)}
          onClick={() => confirmDialog(page)}
        >
          {isDeciding ? words.sending : words.buttons[verdict]}
        </Button>
      </div>
    </DialogFrame>
  );
};

interface FeedbackFieldProps {
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  readonly placeholder: string;
}

const FeedbackField = ({ field, placeholder }: FeedbackFieldProps) => {
  const { store } = usePage();
  const feedback = useSelect((state) => state.draft.feedback);
  return (
    <textarea
      ref={field}
      className="text-field"
      aria-label={texts().decision.note}
      placeholder={placeholder}
      rows={4}
      maxLength={1_000_000}
      value={feedback}
      onChange={({ currentTarget }) =>
        store.dispatch({ type: 'draft/feedback', feedback: currentTarget.value })
      }
    />
  );
};

const SentAlong = () => {
  const comments = useSelect(countComments);
  const findings = useSelect((state) => state.annotations.byId.size);
  if (comments + findings === 0) return null;
  return <p className="dialog-note">{texts().decision.sentAlong(comments, findings)}</p>;
};

const LostWords = () => {
  const comments = useSelect(countComments);
  return (
    <>
      <p className="dialog-note">{texts().decision.lost(comments)}</p>
      <WordsLeft />
    </>
  );
};
