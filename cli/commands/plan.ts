import { command } from './command.ts';
import { runOpening, waitingOptions } from './opening-options.ts';

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
  options: (yargs) =>
    waitingOptions(yargs).positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'Markdown file; - for stdin',
    }),
  run: (args, context) => runOpening({ mode: 'plan', file: args.file }, args, context),
});
