import { Button } from '../../shell/button.tsx';
import { Icon, type IconName } from '../../shell/icon.tsx';
import { keysOf } from '../../shell/commands/own-keys.ts';
import { isMac } from '../../shell/platform.ts';
import { showKey } from '../../shell/keys.ts';
import { useDashboard, useSelect } from './dashboard.ts';
import { titleOf, type Command } from './command.ts';
import { commands } from '../app/commands/command-list.ts';

interface CommandButtonProps {
  readonly id: Command['id'];
  readonly icon: IconName;
  readonly isPressed?: boolean;
  /** In place of the command's own. */
  readonly title?: string;
}

/** A button that runs a command and shows its key. */
export const CommandButton = ({ id, icon, isPressed, title }: CommandButtonProps) => {
  const dashboard = useDashboard();
  const own = useSelect((state) => state.settings.keys);
  const command = commands.find((known) => known.id === id);
  if (command === undefined) return null;
  const name = title ?? titleOf(command);
  const [key] = keysOf(command, own);
  return (
    <Button
      tone="plain"
      icon={<Icon name={icon} />}
      aria-label={name}
      title={key === undefined ? name : `${name} (${showKey(key, isMac)})`}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => command.run(dashboard)}
    />
  );
};
