import { remoteOption, withRemote } from '../remote/remote-option.ts';
import { command } from './command.ts';

/** `galley dashboard` */
export const dashboardCommand = command({
  usage: 'dashboard',
  summary: 'Show all reviews on one page in the browser',
  examples: [
    ['dashboard', 'opens the page'],
    ['dashboard --no-browser', 'only prints its address'],
  ],
  options: (yargs) =>
    remoteOption(yargs).option('browser', {
      type: 'string',
      describe: 'Command to open the browser with; --no-browser to open none',
    }),
  run: async (args, context) => {
    const { showDashboard } = await import('../dashboard/show-dashboard.ts');
    const { browser, json } = args;
    return showDashboard({ browser, isJson: json }, withRemote(context, args));
  },
});
