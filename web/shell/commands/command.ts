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
