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
