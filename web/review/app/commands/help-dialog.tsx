import { useRef } from 'react';
import { Button } from '../../../shell/button.tsx';
import { CommandHelp } from '../../../shell/commands/command-help.tsx';
import { unknownIds } from '../../../shell/commands/own-keys.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { usePage, useSelect, type Command } from '../../ui/page.ts';
import { commands } from './command-list.ts';
import { listedCommands } from './listed-commands.ts';

const groups: readonly Command['group'][] = ['Decide', 'Comment', 'Move', 'View'];

/** All commands with their keys. */
export const HelpDialog = () => {
  const { store } = usePage();
  const keys = useSelect((state) => state.settings.keys);
  const words = texts().help;
  const close = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={words.title} initialFocus={close}>
      <CommandHelp
        groups={groups.map((group) => ({
          name: texts().commands.groups[group],
          commands: listedCommands(
            commands.filter((command) => command.group === group),
            store.getState(),
          ),
        }))}
        unknownIds={unknownIds(commands, keys, 'review')}
        words={words}
      />
      <div className="dialog-actions">
        <Button
          ref={close}
          onClick={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
        >
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};
