import { HelpDialog as ShellHelpDialog } from '../../../shell/commands/help-dialog.tsx';
import { unknownIds } from '../../../shell/commands/custom-keys.ts';
import { usePage, useSelect, type Command } from '../../ui/page.ts';
import { listedCommands } from './listed-commands.ts';
import { helpTexts } from '../../../shell/texts/help-texts.ts';

const groups: readonly Command['group'][] = ['Decide', 'Comment', 'Move', 'View'];

export const HelpDialog = () => {
  const { store, commands } = usePage();
  const keys = useSelect((state) => state.settings.keys);
  return (
    <ShellHelpDialog
      groups={groups.map((group) => ({
        name: helpTexts().groups[group],
        commands: listedCommands(
          commands.filter((command) => command.group === group),
          store.getState(),
        ),
      }))}
      unknownIds={unknownIds(commands, keys, 'review')}
      words={helpTexts()}
      onClose={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
    />
  );
};
