import yargs from 'yargs';
import { GalleyError } from '../shared/errors.ts';
import { release } from '../shared/node/release.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { dashboardCommand } from './commands/dashboard.ts';
import { doctorCommand } from './commands/doctor.ts';
import { documentCommand } from './commands/document.ts';
import { historyCommand } from './commands/history.ts';
import { pathsCommand } from './commands/paths.ts';
import { planCommand } from './commands/plan.ts';
import { reviewCommand } from './commands/review.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { importCommand, shareCommand } from './commands/share.ts';
import { supervisorCommand } from './commands/supervisor.ts';
import type { Context } from './context.ts';
import { printResult } from './output/print.ts';
import { nameStdin } from './opening/read-stdin.ts';

const commands = [
  planCommand,
  documentCommand,
  reviewCommand,
  sessionsCommand,
  historyCommand,
  shareCommand,
  importCommand,
  dashboardCommand,
  supervisorCommand,
  configCommand,
  pathsCommand,
  doctorCommand,
  completionCommand,
];

const exitCodes =
  'Exit codes: 0 approved or done, 1 error, 2 usage, 10 feedback or denied, 11 closed without feedback, 12 undecided.';

/**
 * Runs a command line. @returns the exit code
 * @throws GalleyError `usage`, or whatever the command throws
 */
export const runProgram = async (argv: readonly string[], context: Context): Promise<number> => {
  let exitCode = 0;
  const program = yargs()
    .scriptName('galley')
    .usage('$0 <command>\n\nReview the plans, documents and code changes of coding agents.')
    .detectLocale(false)
    .updateStrings(sentences)
    .version(release)
    .help()
    .alias('help', 'h')
    .example([
      ['galley plan plan.md', 'ask for approval of a plan'],
      ['galley review', 'review what a branch has changed'],
      ['galley sessions list', 'see what is open'],
      ['galley dashboard', 'the same in the browser'],
    ])
    .epilogue(exitCodes)
    .strict()
    .parserConfiguration({ 'populate--': true })
    .check((args) => {
      // yargs leaves out what follows: strict or not, nothing would come of it.
      if (args['--'] !== undefined) throw usage('Nothing can follow `--`.', argv);
      const empty = named.find((name) => [args[name]].flat().includes(''));
      if (empty === undefined) return true;
      throw usage(`<${empty}> is empty. Is a variable not set?`, argv);
    })
    .demandCommand(1, 'Name a command.')
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // yargs also passes on what a command threw.
      if (error !== undefined && error !== null && error.name !== 'YError') throw error;
      throw usage(sentence(message ?? error.message), argv);
    });
  for (const register of commands) register(program, context, (code) => (exitCode = code));
  let help = '';
  await program.parseAsync(nameStdin(argv), {}, (_error, _args, output) => {
    help = output;
  });
  if (help !== '') await printResult(help);
  return exitCode;
};

const usage = (message: string, argv: readonly string[]): GalleyError =>
  new GalleyError('usage', `${message} See \`galley ${helpOf(argv)}--help\`.`);

/** Arguments that name what is meant. As a path, an empty one would be the current folder. */
const named = ['file', 'targets', 'id', 'ids', 'range'];

/** Replacements for yargs' most common messages. */
const sentences = {
  'Argument: %s, Given: %s, Choices: %s': '--%s cannot be %s. Choose one of %s',
  'Arguments %s and %s are mutually exclusive': '--%s and --%s cannot be used together',
} as const;

/** Makes a message one line that ends with a full stop. */
const sentence = (message: string): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'Invalid values:')
    .join(', ')
    .replace(/[^.!?]$/u, '$&.');

const commandNames = new Set([
  'plan',
  'document',
  'review',
  'sessions',
  'history',
  'share',
  'import',
  'dashboard',
  'supervisor',
  'config',
  'paths',
  'doctor',
  'completion',
]);

/** The command whose help to point at, with a trailing blank; empty if none was named. */
const helpOf = ([first]: readonly string[]): string =>
  first !== undefined && commandNames.has(first) ? `${first} ` : '';
