import { Button } from '../../../shell/button.tsx';
import { showKey } from '../../../shell/keys.ts';
import { isMac } from '../../../shell/platform.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { commandOf, usePage, useSelect } from '../../ui/page.ts';

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
