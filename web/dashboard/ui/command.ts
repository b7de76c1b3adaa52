import type { NamedCommand } from '../../shell/commands/command.ts';
import { firstMeant, keysOf, type OwnKeys } from '../../shell/commands/own-keys.ts';
import { isKey, isTypingKey, type KeyPress } from '../../shell/keys.ts';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { Command, Place } from './dashboard.ts';
import type { State } from '../store/state.ts';

/** What a command does, in the reader's language. */
export const titleOf = ({ id }: Pick<Command, 'id'>): string => dashboardTexts().commands[id];

/** The command as people find it. */
export const nameOf = (command: Command, own: OwnKeys): NamedCommand => ({
  id: command.id,
  title: titleOf(command),
  keys: keysOf(command, own),
});

interface PressContext {
  readonly state: State;
  readonly isMac: boolean;
  readonly place: Place;
}

/**
 * The command that a key press means now; undefined where it means none. Typing goes before single keys, and a key of
 * the settings before the default of another command.
 */
export const commandFor = (
  commands: readonly Command[],
  press: KeyPress,
  { state, isMac, place }: PressContext,
): Command | undefined => {
  const { keys } = state.settings;
  const isTyping = place === 'search' || place === 'field';
  const isMeant = (command: Command): boolean => {
    if (state.view.dialog !== undefined && command.isModal !== true) return false;
    if (command.place !== undefined && command.place !== place) return false;
    const isMeantHere = (key: string) =>
      !isTyping || command.place === place || key === 'Escape' || !isTypingKey(key);
    return (
      keysOf(command, keys).some((key) => isKey(press, key, isMac) && isMeantHere(key)) &&
      command.canRun(state)
    );
  };
  return firstMeant(commands, keys, isMeant);
};
