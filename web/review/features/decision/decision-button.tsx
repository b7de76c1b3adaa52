import { commentsToSend } from '../../store/comments/comments-to-send.ts';
import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { countKinds } from '../../../../shared/feedback/counts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { canDecide } from '../../ui/conditions.ts';
import { isOffered } from '../../ui/command.ts';
import {
  commandOf,
  useCommand,
  usePage,
  useSelect,
  type Page,
  useShortcut,
} from '../../ui/page.ts';
import { isVerdictOnly } from './verdict.ts';

/** The anchor of the popover. */
export const decisionButtonId = 'submit-review';

/** The primary button, which opens the popover to submit the review. */
export const DecisionButton = () => {
  const page = usePage();
  const mode = useSelect(({ session }) => session.info?.mode ?? 'plan');
  const isOpen = useSelect(({ panel }) => panel.dialog === 'decide');
  const isEnabled = useSelect(canDecide);
  const command = useCommand('decide.primary');
  const isThere = useSelect((state) => command !== undefined && isOffered(command, state));
  const tally = useSelect((state) => texts().decision.tally(countKinds(commentsToSend(state))));
  const shortcut = useShortcut('decide.primary') ?? '';
  if (!isThere) return null;
  return (
    <Button
      id={decisionButtonId}
      tone="accent"
      title={[shortcut, tally].filter((part) => part !== '').join(': ')}
      disabled={!isEnabled}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={({ detail }) => press(page, detail > 1)}
    >
      {texts().decision.open[mode]}
      <Icon name="caret" />
    </Button>
  );
};

/** A second press closes the popover, or confirms a bare verdict. Ignores double clicks. */
const press = (page: Page, isDoubleClick: boolean): void => {
  const state = page.store.getState();
  if (state.panel.dialog !== 'decide') commandOf(page, 'decide.primary')?.run(page);
  else if (isDoubleClick) return;
  else if (isVerdictOnly(state)) commandOf(page, 'decide.confirm')?.run(page);
  else page.store.dispatch({ type: 'panel/dialog', dialog: undefined });
};
