import type { Argv } from 'yargs';
import { command } from './command.ts';
import {
  openingOptions,
  runDetached,
  runOpening,
  waitingOptions,
  withReplies,
} from './opening-options.ts';

const withFile = <Args>(yargs: Argv<Args>) =>
  yargs.positional('file', {
    type: 'string',
    demandOption: true,
    describe: 'Markdown file; - for stdin',
  });

/** `galley plan FILE|-` */
export const planCommand = command({
  usage: 'plan <file>',
  summary: 'Open a plan for review and wait for the decision',
  examples: [
    ['plan plan.md', 'approve or deny a plan; exit code 0 or 10'],
    ['plan - --title "Move the parser" --json < plan.md', 'the decision as JSON'],
    ['plan plan.md --remote', 'let the reviewer use another machine'],
    [
      'plan - --format gemini --timeout 540',
      "answer an agent's hook, with a timeout of 600000 ms there",
    ],
  ],
  options: (yargs) => withFile(withReplies(waitingOptions(yargs))),
  run: (args, context) => runOpening({ mode: 'plan', file: args.file }, args, context),
});

/** `galley sessions open plan FILE|-` */
export const openPlanCommand = command({
  usage: 'plan <file>',
  summary: 'Open a plan without waiting',
  examples: [['sessions open plan plan.md', 'prints the id and the address']],
  options: (yargs) => withFile(withReplies(openingOptions(yargs))),
  run: (args, context) => runDetached({ mode: 'plan', file: args.file }, args, context),
});
