import { printJson, printResult } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { command } from './command.ts';

/** `galley paths` */
export const pathsCommand = command({
  usage: 'paths',
  summary: 'Show where Galley keeps its files',
  examples: [
    ['paths', 'all folders and files'],
    ['paths --json', 'for programs'],
  ],
  options: (yargs) => yargs,
  run: async ({ json }, { paths }) => {
    if (json) {
      await printJson(paths);
      return 0;
    }
    const table = formatTable<[string, string]>({
      rows: Object.entries(paths),
      columns: [
        { title: 'WHAT', value: ([name]) => name },
        { title: 'WHERE', value: ([, path]) => path },
      ],
      width: undefined,
    });
    await printResult(table);
    return 0;
  },
});
