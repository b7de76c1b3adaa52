import { Button } from '../../common/button.tsx';
import { Icon, type IconName } from '../../common/icon.tsx';
import { keysOf } from '../../common/commands/own-keys.ts';
import { isMac } from '../../common/platform.ts';
import { usePage, useSelect } from '../page.ts';
import { titleOf } from './command.ts';
import { commandById } from './command-list.ts';
import { showKey } from '../../common/keys.ts';

interface CommandButtonProps {
  readonly id: string;
  readonly icon: IconName;
  readonly isPressed?: boolean;
  /** Shown beside the icon; else the title is the tooltip. */
  readonly text?: string;
}

/** A button that runs a command; its tooltip has the command's title and key. */
export const CommandButton = ({ id, icon, isPressed, text }: CommandButtonProps) => {
  const page = usePage();
  const keys = useSelect((state) => state.settings.keys);
  const command = commandById(id);
  const canRun = useSelect((state) => command?.canRun(state) ?? false);
  if (command === undefined) return null;
  const [key] = keysOf(command, keys);
  const title = titleOf(command);
  const label = key === undefined ? title : `${title} (${showKey(key, isMac)})`;
  return (
    <Button
      tone="plain"
      icon={<Icon name={icon} />}
      disabled={!canRun}
      onClick={() => command.run(page)}
      {...(text === undefined ? { label } : { title: label, children: text })}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
    />
  );
};
