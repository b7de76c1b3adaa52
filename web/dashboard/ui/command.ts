import type { NamedCommand } from '../../shell/commands/named-command.ts';
import { firstMeant, keysOf, type OwnKeys } from '../../shell/commands/own-keys.ts';
import { isKey, isTypingKey, type KeyPress } from '../../shell/keys.ts';
import type { DashboardTexts } from '../../shell/texts/en.ts';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { Dashboard } from './dashboard.ts';
import type { State } from '../store/state.ts';

/** Where a key press comes from. */
export type Place = 'grid' | 'search' | 'field' | 'elsewhere';

/** Something that can be done: the keyboard, the buttons and the help come from it. */
export interface Command {
  /** Its name in the settings. */
  readonly id: keyof DashboardTexts['commands'];
  /** The default keys. */
  readonly keys: readonly string[];
  /** Where its keys mean it; everywhere where absent. */
  readonly place?: Place;
  /** Whether its keys work behind an open dialog. */
  readonly isModal?: boolean;
  readonly canRun: (state: State) => boolean;
  readonly run: (dashboard: Dashboard) => void;
}

/** What a command does, in the reader's language. */
export const titleOf = ({ id }: Command): string => dashboardTexts().commands[id];

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
