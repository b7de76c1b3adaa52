import { isKey, type KeyPress } from '../keys.ts';
import { keysOf, type CustomKeys } from './custom-keys.ts';

/** Something that can be done: the keyboard, the buttons and the help come from it. */
export interface Command<Id extends string, State, Page> {
  /** Its name in the settings. */
  readonly id: Id;
  /** The default keys. */
  readonly keys: readonly string[];
  readonly canRun: (state: State) => boolean;
  readonly run: (page: Page) => void;
  /** Whether its keys work behind an open dialog, or behind whatever else covers the page. */
  readonly isModal?: boolean;
}

/** A command, or a place to go to, as people find it. */
export interface NamedCommand {
  readonly id: string;
  /** In the reader's language. */
  readonly title: string;
  readonly keys: readonly string[];
  /** Other words that it is found by. */
  readonly keywords?: string;
}

interface PressContext<Pressed, State> {
  readonly state: State;
  readonly own: CustomKeys;
  readonly isMac: boolean;
  /** Whether a command is meant by this key of its own, where it was pressed. */
  readonly isMeant: (command: Pressed, key: string) => boolean;
}

/**
 * The command that a key press means now; undefined where it means none. A key of the settings goes before the default
 * of another command.
 */
export const pressedCommand = <State, Pressed extends Command<string, State, never>>(
  commands: readonly Pressed[],
  press: KeyPress,
  { state, own, isMac, isMeant }: PressContext<Pressed, State>,
): Pressed | undefined => {
  const isPressed = (command: Pressed): boolean =>
    keysOf(command, own).some((key) => isKey(press, key, isMac) && isMeant(command, key)) &&
    command.canRun(state);
  return (
    commands.find((command) => own[command.id] !== undefined && isPressed(command)) ??
    commands.find(isPressed)
  );
};
