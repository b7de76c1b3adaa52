import type { Texts } from '../../texts/en.ts';
import { texts } from '../../texts/texts.ts';
import type { Page } from '../page.ts';
import type { State } from '../store/state.ts';
import { isKey, isTypingKey, type KeyPress } from '../../common/keys.ts';

/** Something that the reviewer can do: the keyboard, the buttons and the help come from it. */
export interface Command {
  /** Its name in the settings: `decide.approve`. */
  readonly id: keyof Texts['commands']['titles'];
  readonly group: keyof Texts['commands']['groups'];
  /** The default keys. */
  readonly keys: readonly string[];
  readonly canRun: (state: State) => boolean;
  readonly run: (page: Page) => void;
  /** Whether its keys work behind an open dialog. */
  readonly isModal?: boolean;
}

/** What a command does, in the reader's language. */
export const titleOf = ({ id }: Command): string => texts().commands.titles[id];

/** What the settings say for a command that no key shall run. */
const noKey = 'none';

/** The keys of a command, as the settings have them. */
export const keysOf = (
  command: Command,
  keys: Readonly<Record<string, string>>,
): readonly string[] => {
  const own = keys[command.id];
  if (own === undefined) return command.keys;
  return own === noKey ? [] : [own];
};

interface PressContext {
  readonly state: State;
  readonly isMac: boolean;
  /** Whether what is pressed would go into a text field. */
  readonly isTyping: boolean;
  /** Whether the key is held down; a decision wants a press of its own. */
  readonly isRepeat: boolean;
}

/**
 * The command that a key press means now; undefined where it means none. Typing goes before single keys, and a key of
 * the settings before the default of another command.
 */
export const commandFor = (
  commands: readonly Command[],
  press: KeyPress,
  { state, isMac, isTyping, isRepeat }: PressContext,
): Command | undefined => {
  const { keys } = state.settings;
  const isMeant = (command: Command): boolean => {
    if (state.panel.dialog !== undefined && command.isModal !== true) return false;
    if (isRepeat && command.group === 'Decide') return false;
    return (
      keysOf(command, keys).some(
        (key) => isKey(press, key, isMac) && !(isTyping && key !== 'Escape' && isTypingKey(key)),
      ) && command.canRun(state)
    );
  };
  return (
    commands.find((command) => keys[command.id] !== undefined && isMeant(command)) ??
    commands.find(isMeant)
  );
};
