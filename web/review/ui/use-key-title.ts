import { keysOf } from '../../shell/commands/own-keys.ts';
import { showKey } from '../../shell/keys.ts';
import { isMac } from '../../shell/platform.ts';
import { useSelect } from './page.ts';
import { commandById } from '../app/commands/command-list.ts';

/** The tooltip of a button that does what a command does: its label and the command's key. */
export const useKeyTitle = (label: string, id: string): string => {
  const own = useSelect(({ settings }) => settings.keys);
  const command = commandById(id);
  const [key] = command === undefined ? [] : keysOf(command, own);
  return key === undefined ? label : `${label} (${showKey(key, isMac)})`;
};
