import { keysOf } from '../../shell/commands/own-keys.ts';
import { showKey } from '../../shell/keys.ts';
import { isMac } from '../../shell/platform.ts';
import { useCommand, useSelect } from './page.ts';

/** The key of a command, as it is on the keyboard; undefined where it has none. */
export const useShortcut = (id: string): string | undefined => {
  const own = useSelect(({ settings }) => settings.keys);
  const command = useCommand(id);
  const [key] = command === undefined ? [] : keysOf(command, own);
  return key === undefined ? undefined : showKey(key, isMac);
};

/** The tooltip of a button that does what a command does: its label and the command's key. */
export const useKeyTitle = (label: string, id: string): string => {
  const key = useShortcut(id);
  return key === undefined ? label : `${label} (${key})`;
};
