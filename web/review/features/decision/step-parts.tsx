import { Popover } from '@base-ui/react/popover';
import { useSelect, commandOf, usePage } from '../../ui/page.ts';
import { WordsLeft } from '../../ui/words-left.tsx';
import { Button } from '../../../shell/button.tsx';
import { showKey } from '../../../shell/keys.ts';
import { isMac } from '../../../shell/platform.ts';
import { texts } from '../../../shell/texts/texts.ts';

/** What a step of the popover is about; it names the popover. */
export const StepTitle = ({ children }: { readonly children: string }) => (
  <Popover.Title className="decision-title">{children}</Popover.Title>
);

/** Why the last try to decide failed, with ways to keep the words. */
export const DecisionError = () => {
  const error = useSelect(({ session }) => session.decideError);
  if (error === undefined) return null;
  return (
    <div className="dialog-error" role="alert">
      <p>{error}</p>
      <WordsLeft />
    </div>
  );
};

/** The popover's main action, with its key. */
export const SubmitButton = ({ children }: { readonly children: string }) => {
  const page = usePage();
  const isDeciding = useSelect(({ session }) => session.isDeciding);
  return (
    <Button
      tone="accent"
      disabled={isDeciding}
      onClick={() => commandOf(page, 'decide.confirm')?.run(page)}
    >
      {isDeciding ? texts().decision.sending : children}
      <kbd aria-hidden="true">{showKey('Mod+Enter', isMac)}</kbd>
    </Button>
  );
};
