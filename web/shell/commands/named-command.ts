/** A command, or a place to go to, as people find it. */
export interface NamedCommand {
  readonly id: string;
  /** In the reader's language. */
  readonly title: string;
  readonly keys: readonly string[];
  /** Other words that it is found by. */
  readonly keywords?: string;
}
