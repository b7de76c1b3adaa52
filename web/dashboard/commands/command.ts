import { isKey, isTypingKey, type KeyPress } from '../../common/keys.ts';
import type { DashboardTexts } from '../../texts/en.ts';
import { dashboardTexts } from '../../texts/dashboard-texts.ts';
import type { Dashboard } from '../dashboard.ts';
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

/** The keys of a command, as the settings have them. */
export const keysOf = (
  { id, keys }: Command,
  own: Readonly<Record<string, string>>,
): readonly string[] => {
  const key = own[id];
  return key === undefined ? keys : [key];
};

interface PressContext {
  readonly state: State;
  readonly isMac: boolean;
  readonly place: Place;
}

/** The command that a key press means now; undefined where it means none. Typing goes before single keys. */
export const commandFor = (
  commands: readonly Command[],
  press: KeyPress,
  { state, isMac, place }: PressContext,
): Command | undefined => {
  const isTyping = place === 'search' || place === 'field';
  return commands.find((command) => {
    if (state.view.dialog !== undefined && command.isModal !== true) return false;
    if (command.place !== undefined && command.place !== place) return false;
    const isMeantHere = (key: string) =>
      !isTyping || command.place === place || key === 'Escape' || !isTypingKey(key);
    return (
      keysOf(command, state.settings.keys).some(
        (key) => isKey(press, key, isMac) && isMeantHere(key),
      ) && command.canRun(state)
    );
  });
};
