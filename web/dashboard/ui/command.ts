import { pressedCommand, type NamedCommand } from '../../shell/commands/command.ts';
import { keysOf, type CustomKeys } from '../../shell/commands/custom-keys.ts';
import { isTypingKey, type KeyPress } from '../../shell/keys.ts';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { State } from '../store/state.ts';
import type { Command, Place } from './dashboard.ts';

/** The localized title of a command. */
export const titleOf = ({ id }: Pick<Command, 'id'>): string => dashboardTexts().commands[id];

/** The command's id, title and keys for lists. */
export const nameOf = (command: Command, own: CustomKeys): NamedCommand => ({
  id: command.id,
  title: titleOf(command),
  keys: keysOf(command, own),
});

interface PressContext {
  readonly state: State;
  readonly isMac: boolean;
  readonly place: Place;
}

/** The command for a key press, if any. Typing takes precedence over single keys. */
export const commandFor = (
  commands: readonly Command[],
  press: KeyPress,
  { state, isMac, place }: PressContext,
): Command | undefined => {
  const isCovered = state.view.dialog !== undefined;
  const isTyping = place === 'search' || place === 'field';
  return pressedCommand(commands, press, {
    state,
    own: state.settings.keys,
    isMac,
    isMeant: (command, key) =>
      (!isCovered || command.isModal === true) &&
      (command.place === undefined || command.place === place) &&
      (!isTyping || command.place === place || key === 'Escape' || !isTypingKey(key)),
  });
};
