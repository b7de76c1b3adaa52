import { useRef } from 'react';
import type { Mode } from '../../../shared/session/mode.ts';
import { Button } from '../../common/button.tsx';
import { isMac } from '../../common/platform.ts';
import { countComments } from '../comments/comment-actions.ts';
import { showKey } from '../../common/keys.ts';
import { DialogFrame } from '../frame/dialog-frame.tsx';
import { usePage, useSelect } from '../page.ts';
import { confirmDialog } from './decide.ts';
import { counted } from './offers.ts';
import { WordsLeft } from './words-left.tsx';

const subjects: Record<Mode, string> = { plan: 'plan', document: 'document', review: 'change' };

interface DecisionDialogProps {
  readonly verdict: 'approve' | 'deny' | 'feedback' | 'close';
}

const looks = {
  approve: {
    button: 'Approve',
    tone: 'positive',
    placeholder: 'A note for the agent (optional) …',
  },
  deny: { button: 'Deny', tone: 'negative', placeholder: 'What should change? (optional) …' },
  feedback: { button: 'Send feedback', tone: 'accent', placeholder: 'On the whole (optional) …' },
  close: { button: 'Close without sending', tone: 'negative', placeholder: '' },
} as const;

/** Asks for a last word and says what will be sent along. */
export const DecisionDialog = ({ verdict }: DecisionDialogProps) => {
  const page = usePage();
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const error = useSelect((state) => state.session.decideError);
  const isDeciding = useSelect((state) => state.session.isDeciding);
  const field = useRef<HTMLTextAreaElement>(null);
  const { button, tone, placeholder } = looks[verdict];
  const title = {
    approve: `Approve this ${subjects[mode]}?`,
    deny: 'Deny this plan?',
    feedback: 'Send feedback?',
    close: 'Close without feedback?',
  }[verdict];
  return (
    <DialogFrame title={title} {...(verdict === 'close' ? {} : { initialFocus: field })}>
      {verdict === 'close' ? (
        <LostWords />
      ) : (
        <FeedbackField field={field} placeholder={placeholder} />
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
          Back
        </Button>
        <Button
          tone={tone}
          disabled={isDeciding}
          title={showKey('Mod+Enter', isMac)}
          onClick={() => confirmDialog(page)}
        >
          {isDeciding ? 'Sending …' : button}
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
      aria-label="Note on the whole"
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
  const parts = [
    ...(comments === 0 ? [] : [counted(comments, 'comment')]),
    ...(findings === 0 ? [] : [`${counted(findings, 'finding')} of tools`]),
  ];
  if (parts.length === 0) return null;
  return <p className="dialog-note">Sent along: {parts.join(' and ')}.</p>;
};

const LostWords = () => {
  const comments = useSelect(countComments);
  return (
    <>
      <p className="dialog-note">
        {comments === 0
          ? 'What you wrote'
          : `What you wrote, with ${counted(comments, 'comment')},`}{' '}
        will not reach the agent.
      </p>
      <WordsLeft />
    </>
  );
};
