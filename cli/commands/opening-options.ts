import type { ArgumentsCamelCase, Argv } from 'yargs';
import { GalleyError } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { formatNames, type FormatName } from '../formats/format.ts';
import type { Opening } from '../opening/open-request.ts';
import { browserOption, remoteOption, withRemote, type RemoteArgs } from './command.ts';

interface OpeningArgs extends RemoteArgs {
  readonly json: boolean;
  readonly title: string | undefined;
  readonly origin: string | undefined;
  readonly key: string | undefined;
  /** False for `--no-browser`, which yargs' types do not cover. */
  readonly browser: string | false | undefined;
  readonly replies?: string | undefined;
}

interface WaitingArgs extends OpeningArgs {
  readonly detach: boolean | undefined;
  readonly gate: boolean | undefined;
  readonly format: FormatName | undefined;
  readonly timeout: number | undefined;
}

/** The options of every command that opens a review. */
export const openingOptions = <Args extends { json: boolean }>(
  yargs: Argv<Args>,
): Argv<Args & OpeningArgs> =>
  remoteOption(yargs)
    .option('title', { type: 'string', describe: 'Title of the review' })
    .option('origin', { type: 'string', describe: 'Who is asking, as shown to the reviewer' })
    .option('key', {
      type: 'string',
      describe: 'Name of what is reviewed; unsent comments of a lost review come back under it',
    })
    .option('browser', browserOption);

/** The option of plans and documents that come again. */
export const withReplies = <Args>(yargs: Argv<Args>) =>
  yargs.option('replies', {
    type: 'string',
    describe:
      'File with answers to the comments of the last round: a list with their numbers; a plan may have them in a section "Replies" instead',
  });

/** The options of commands that also wait for the decision. */
export const waitingOptions = <Args extends { json: boolean }>(
  yargs: Argv<Args>,
): Argv<Args & WaitingArgs> =>
  openingOptions(yargs)
    .option('detach', {
      type: 'boolean',
      describe: 'Print id and address instead of waiting',
    })
    .option('gate', {
      type: 'boolean',
      describe:
        'For scripts: the exit code is the verdict, 0 for approved alone; what the reviewer said goes to stderr',
    })
    .option('format', {
      choices: formatNames,
      describe: "Answer this agent's hook, with its event on stdin",
    })
    .option('timeout', {
      type: 'string',
      coerce: parseTimeout,
      describe:
        'Deny before this time is up and keep the review open: 540 (seconds), 9m, 4d or none. Set it below the timeout that the agent has for the hook',
    })
    .check(({ timeout, format }) => {
      if (timeout !== undefined && format === undefined)
        throw new GalleyError('usage', '--timeout is for hooks: it needs --format.');
      return true;
    })
    .conflicts('format', ['detach', 'gate'])
    .conflicts('gate', 'detach');

type Subject = Opening['subject'];

const openingFrom = (subject: Subject, args: ArgumentsCamelCase<OpeningArgs>): Opening => ({
  subject,
  title: args.title,
  origin: args.origin,
  key: args.key,
  replies: args.replies,
  browser: args.browser,
  isJson: args.json,
  isGate: false,
  timeoutMs: undefined,
});

/** Opens a review: for a hook, detached, or waiting for the decision. @returns the exit code */
export const runOpening = async (
  subject: Subject,
  args: ArgumentsCamelCase<WaitingArgs>,
  given: Context,
): Promise<number> => {
  const context = withRemote(given, args);
  const opening = { ...openingFrom(subject, args), isGate: args.gate === true };
  if (args.format !== undefined) {
    const { openForHook } = await import('../opening/open-for-hook.ts');
    return openForHook({ ...opening, timeoutMs: args.timeout }, args.format, context);
  }
  return open(args.detach === true ? 'openDetached' : 'openAndWait', opening, context);
};

/** Opens a review without waiting. @returns the exit code */
export const runDetached = (
  subject: Subject,
  args: ArgumentsCamelCase<OpeningArgs>,
  context: Context,
): Promise<number> => open('openDetached', openingFrom(subject, args), withRemote(context, args));

const open = async (
  how: 'openAndWait' | 'openDetached',
  opening: Opening,
  context: Context,
): Promise<number> => {
  const { whileConnecting } = await import('../remote/connect-in-network.ts');
  return whileConnecting(context, async (connecting) => {
    const opens = await import('../opening/open-review.ts');
    return opens[how](opening, { context, connecting });
  });
};

const unitsMs: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** The longest that setTimeout supports. */
const longestMs = 24 * 86_400_000;

/**
 * Parses `--timeout` to milliseconds: seconds, or a number with a unit (`540`, `9m`, `4d`); infinite for `none`.
 * @throws GalleyError `usage`
 */
export const parseTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const [, digits, unit = ''] = /^(\d{1,8})([smhd]?)$/u.exec(text) ?? [];
  const timeoutMs = Number(digits) * (unitsMs[unit] ?? Number.NaN);
  if (timeoutMs >= 1000 && timeoutMs <= longestMs) return timeoutMs;
  throw new GalleyError(
    'usage',
    `--timeout must be a number of seconds, or one with its unit (540, 9m, 4d), 24 days at most, or none; ${text} is not.`,
  );
};
