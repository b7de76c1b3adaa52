import { useRef } from 'react';
import { Button } from '../../../shell/button.tsx';
import { CommandHelp } from '../../../shell/commands/command-help.tsx';
import { unknownIds } from '../../../shell/commands/own-keys.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { nameOf } from '../../ui/command.ts';
import { commands } from './command-list.ts';

/** All commands with their keys. */
export const HelpDialog = () => {
  const { store } = useDashboard();
  const keys = useSelect((state) => state.settings.keys);
  const words = dashboardTexts().help;
  const close = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={words.title} initialFocus={close}>
      <CommandHelp
        groups={[{ commands: commands.map((command) => nameOf(command, keys)) }]}
        unknownIds={unknownIds(commands, keys, 'dashboard')}
        words={words}
      />
      <div className="dialog-actions">
        <Button
          ref={close}
          onClick={() => store.dispatch({ type: 'view/dialog', dialog: undefined })}
        >
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};
