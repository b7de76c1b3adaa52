import { pressedCommand } from '../../shell/commands/command.ts';
import { isTypingKey, type KeyPress } from '../../shell/keys.ts';
import { can } from '../store/session-slice.ts';
import type { State } from '../store/state.ts';
import type { Command } from './page.ts';

/** Whether the session has the capabilities for a command. */
export const isOffered = ({ needs = [] }: Command, state: State): boolean => {
  const some = [needs].flat();
  return some.length === 0 || some.some((capability) => can(state, capability));
};

interface PressContext {
  readonly state: State;
  readonly isMac: boolean;
  /** Whether the key would type into a text field. */
  readonly isTyping: boolean;
  /** Whether the key repeats; decisions require a new press. */
  readonly isRepeat: boolean;
}

/** The command for a key press, if any. Typing takes precedence over single keys. */
export const commandFor = (
  commands: readonly Command[],
  press: KeyPress,
  { state, isMac, isTyping, isRepeat }: PressContext,
): Command | undefined => {
  const isCovered = state.panel.dialog !== undefined || state.session.held !== undefined;
  return pressedCommand(commands, press, {
    state,
    own: state.settings.keys,
    isMac,
    isMeant: ({ isModal, group }, key) =>
      (!isCovered || isModal === true) &&
      !(isRepeat && group === 'Decide') &&
      !(isTyping && key !== 'Escape' && isTypingKey(key)),
  });
};
