import { showHidden } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { Icon } from '../../../../shell/icon.tsx';
import { commandTitles } from '../../../../shell/texts/command-texts.ts';
import { commandOf, useCan, useKeyTitle, usePage, useSelect } from '../../../ui/page.ts';

/** What is compared; opens the choice of what else can be. */
export const ScopeButton = () => {
  const page = usePage();
  const hasScopes = useCan('scopes');
  const description = useSelect(({ content }) => content.diff?.description ?? '');
  const command = commandOf(page, 'view.scope');
  const canRun = useSelect((state) => command?.canRun(state) === true);
  const title = useKeyTitle(commandTitles()['view.scope'], 'view.scope');
  if (!hasScopes || command === undefined) return null;
  return (
    <QuietButton
      aria-haspopup="dialog"
      title={title}
      disabled={!canRun}
      onClick={() => command.run(page)}
    >
      <span className="scope-name">{showHidden(description)}</span>
      <Icon name="caret" size={14} />
    </QuietButton>
  );
};
