import { command, group } from './command.ts';

const listCommand = command({
  usage: ['list', '$0'],
  summary: 'List the plans and documents of which versions are kept',
  examples: [
    ['history', 'those of the current folder'],
    ['history --all', 'those of all folders'],
  ],
  options: (yargs) =>
    yargs.option('all', {
      type: 'boolean',
      default: false,
      describe: 'Not only those of the current folder',
    }),
  run: async ({ json, all }, context) => {
    const { listHistory } = await import('../history/list-history.ts');
    return listHistory({ isJson: json, isAll: all }, context);
  },
});

const showCommand = command({
  usage: 'show <id> [number]',
  summary: 'Show the versions of a plan or document, or one of them',
  examples: [
    ['history show 4f1c09', 'its versions, and how each was decided'],
    ['history show 4f1c09 2', 'the text of its second version'],
    ['history show 4f1c09 2 --feedback', 'what the reviewer said about that'],
  ],
  options: (yargs) =>
    yargs
      .positional('id', {
        type: 'string',
        demandOption: true,
        describe: 'Id of the plan or document, or its beginning',
      })
      .positional('number', { type: 'number', describe: 'Number of the version' })
      .option('feedback', {
        type: 'boolean',
        default: false,
        describe: "Print the reviewer's decision in place of the text",
      }),
  run: async ({ id, number, json, feedback }, context) => {
    const { showHistory } = await import('../history/show-history.ts');
    return showHistory({ id, number, isJson: json, isFeedback: feedback }, context);
  },
});

/** `galley history` */
export const historyCommand = group({
  usage: 'history',
  summary: 'Show earlier versions of plans and documents',
  examples: [['history show 4f1c09', 'the versions of one']],
  commands: [listCommand, showCommand],
});
