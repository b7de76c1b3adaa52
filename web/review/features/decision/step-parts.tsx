import { Popover } from '@base-ui/react/popover';
import { useSelect, commandOf, usePage } from '../../ui/page.ts';
import { WordsLeft } from '../../ui/words-left.tsx';
import { Button } from '../../../shell/button.tsx';
import { showKey } from '../../../shell/keys.ts';
import { isMac } from '../../../shell/platform.ts';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';

/** Title of a step, which labels the popover. */
export const StepTitle = ({ children }: { readonly children: string }) => (
  <Popover.Title className="decision-title">{children}</Popover.Title>
);

/** Why the decision failed, with ways to save the text. */
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

/** The primary button with its shortcut. */
export const SubmitButton = ({ children }: { readonly children: string }) => {
  const page = usePage();
  const isDeciding = useSelect(({ session }) => session.isDeciding);
  return (
    <Button
      tone="accent"
      disabled={isDeciding}
      onClick={() => commandOf(page, 'decide.confirm')?.run(page)}
    >
      {isDeciding ? decisionTexts().sending : children}
      <kbd aria-hidden="true">{showKey('Mod+Enter', isMac)}</kbd>
    </Button>
  );
};
