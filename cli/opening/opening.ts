import type { ControlClient } from '../client/control-client.ts';
import type { Context } from '../context.ts';

/** What to review and how, from the command line; `stdinName` stands for stdin. */
export interface Opening {
  readonly subject:
    | { readonly mode: 'plan'; readonly file: string }
    | { readonly mode: 'plan'; readonly content: string }
    | { readonly mode: 'document'; readonly target: string }
    | {
        readonly mode: 'review';
        readonly range: string | undefined;
        readonly patch: string | undefined;
      };
  /** The folder that the review is about; default: the current one. */
  readonly cwd?: string;
  readonly title: string | undefined;
  readonly origin: string | undefined;
  readonly key: string | undefined;
  /** `--browser COMMAND`, or false for `--no-browser`. */
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
  /** Time limit for a hook, from the start of this process; infinite for `none`. */
  readonly timeoutMs: number | undefined;
}

/** `connecting` runs while the rest is loaded and read. */
export interface OpeningContext {
  readonly context: Context;
  readonly connecting: Promise<ControlClient>;
}
