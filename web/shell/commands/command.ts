import { isKey, type KeyPress } from '../keys.ts';
import { keysOf, type CustomKeys } from './custom-keys.ts';

/** A command: the source of shortcuts, buttons and help. */
export interface Command<Id extends string, State, Page> {
  /** Its name in the settings. */
  readonly id: Id;
  readonly keys: readonly string[];
  readonly canRun: (state: State) => boolean;
  readonly run: (page: Page) => void;
  /** Whether its keys work while a dialog or overlay covers the page. */
  readonly isModal?: boolean;
}

/** A command, or a place to go to, as listed in the palette. */
export interface NamedCommand {
  readonly id: string;
  /** Localized. */
  readonly title: string;
  readonly keys: readonly string[];
  /** Synonyms to find it by. */
  readonly keywords?: string;
  /** A word on it, at the end of its line. */
  readonly note?: string;
}

interface PressContext<Pressed, State> {
  readonly state: State;
  readonly own: CustomKeys;
  readonly isMac: boolean;
  /** Whether a key applies to a command in the current context. */
  readonly isMeant: (command: Pressed, key: string) => boolean;
}

/** The command for a key press, if any. Keys from the settings win over defaults of other commands. */
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
