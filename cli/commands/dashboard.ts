import { browserOption, command, remoteOption, withRemote } from './command.ts';

/** `galley dashboard` */
export const dashboardCommand = command({
  usage: 'dashboard',
  summary: 'Show all reviews on one page in the browser',
  examples: [
    ['dashboard', 'opens the page'],
    ['dashboard --no-browser', 'only prints its address'],
  ],
  options: (yargs) => remoteOption(yargs).option('browser', browserOption),
  run: async (args, context) => {
    const { showDashboard } = await import('../browser/show-dashboard.ts');
    const { browser, json } = args;
    return showDashboard({ browser, isJson: json }, withRemote(context, args));
  },
});
