import type { ControlClient } from '../client/control-client.ts';
import type { Context } from '../context.ts';

/** What a command line asks to have reviewed, and how; `stdinName` stands for stdin. */
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
  /** The folder that the review is about; this process's where absent. */
  readonly cwd?: string;
  readonly title: string | undefined;
  readonly origin: string | undefined;
  readonly key: string | undefined;
  /** `--browser COMMAND`, or false for `--no-browser`. */
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
  /** How long a hook may take, from the start of this process; infinite for `none`. */
  readonly limitMs: number | undefined;
}

/** What an opening needs: the supervisor is looked for, or starts, while the rest is loaded and read. */
export interface OpeningContext {
  readonly context: Context;
  readonly connecting: Promise<ControlClient>;
}
