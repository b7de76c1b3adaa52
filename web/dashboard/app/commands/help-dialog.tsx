import { HelpDialog as ShellHelpDialog } from '../../../shell/commands/help-dialog.tsx';
import { unknownIds } from '../../../shell/commands/custom-keys.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { nameOf } from '../../ui/command.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';

/** All commands with their keys. */
export const HelpDialog = () => {
  const { store, commands } = useDashboard();
  const keys = useSelect((state) => state.settings.keys);
  return (
    <ShellHelpDialog
      groups={[{ commands: commands.map((command) => nameOf(command, keys)) }]}
      unknownIds={unknownIds(commands, keys, 'dashboard')}
      words={dashboardTexts().help}
      onClose={() => store.dispatch({ type: 'view/dialog', dialog: undefined })}
    />
  );
};
