import { Button } from '../../shell/button.tsx';
import { Icon, type IconName } from '../../shell/icon.tsx';
import { titleOf } from './command.ts';
import { useCommand, useDashboard, useKeyTitle, type Command } from './dashboard.ts';

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
  const command = useCommand(id);
  const name = title ?? titleOf({ id });
  const keyTitle = useKeyTitle(name, id);
  return (
    <Button
      tone="plain"
      icon={<Icon name={icon} />}
      aria-label={name}
      title={keyTitle}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={() => command?.run(dashboard)}
    />
  );
};
