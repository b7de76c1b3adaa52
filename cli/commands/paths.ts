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
    const { printJson, printResult } = await import('../output/print.ts');
    const { formatTable } = await import('../output/table.ts');
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
