import type { ComponentProps } from 'react';
import { Button, QuietButton } from '../../shell/button.tsx';
import { Icon, type IconName } from '../../shell/icon.tsx';
import { useCommand, usePage, useSelect, useKeyTitle } from './page.ts';
import { isOffered } from './command.ts';

interface CommandButtonProps {
  readonly id: string;
  readonly icon: IconName;
  /** The command's title: the tooltip. */
  readonly title: string;
  readonly isPressed?: boolean;
  /** Label beside the icon; by default the title is the only one. */
  readonly text?: string;
}

/** A button for a command, with its title and key as tooltip. */
export const CommandButton = ({ id, icon, title, isPressed, text }: CommandButtonProps) => {
  const page = usePage();
  const command = useCommand(id);
  const label = useKeyTitle(title, id);
  const canRun = useSelect((state) => command?.canRun(state) ?? false);
  const isThere = useSelect((state) => command !== undefined && isOffered(command, state));
  if (command === undefined || !isThere) return null;
  return (
    <Button
      tone="plain"
      icon={<Icon name={icon} />}
      disabled={!canRun}
      onClick={() => command.run(page)}
      {...(text === undefined ? { label } : { title: label, children: text })}
      aria-pressed={isPressed}
    />
  );
};

interface KeyButtonProps extends Omit<ComponentProps<typeof Button>, 'id'> {
  /** The command with the same effect. */
  readonly id: string;
  readonly label: string;
}

/** A small icon button, with a command's key in its tooltip. */
export const KeyButton = ({ id, label, ...rest }: KeyButtonProps) => (
  <QuietButton label={label} title={useKeyTitle(label, id)} {...rest} />
);
