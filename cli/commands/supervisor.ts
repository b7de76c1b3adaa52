import { runSupervisor } from '../supervision/run-supervisor.ts';
import { command, group, remoteOption, withRemote } from './command.ts';

const statusCommand = command({
  usage: 'status',
  summary: 'Show whether a supervisor is running, and what it is doing',
  examples: [['supervisor status --json', 'for programs']],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { showStatus } = await import('../supervision/show-status.ts');
    return showStatus(json, context);
  },
});

const startCommand = command({
  usage: 'start',
  summary: 'Start the supervisor if it is not running',
  examples: [
    ['supervisor start', 'no other command needs it: they start it themselves'],
    ['supervisor start --remote', 'so that other machines reach its reviews'],
  ],
  options: (yargs) => remoteOption(yargs),
  run: async (args, context) => {
    const { startSupervisor } = await import('../supervision/start-supervisor.ts');
    return startSupervisor(args.json, withRemote(context, args));
  },
});

const stopCommand = command({
  usage: 'stop',
  summary: 'Stop the supervisor; refused while reviews are open',
  examples: [
    ['supervisor stop', 'if nothing is open'],
    ['supervisor stop --leave', 'leave what is open to the next supervisor'],
    ['supervisor stop --force', 'close what is open, kill a supervisor that hangs'],
  ],
  options: (yargs) =>
    yargs
      .option('force', {
        type: 'boolean',
        describe: 'Close the open reviews without a decision',
      })
      .option('leave', {
        type: 'boolean',
        conflicts: 'force',
        describe: 'Leave the open reviews running; the next supervisor takes them over',
      }),
  run: async ({ force = false, leave = false, json }, context) => {
    const { stopSupervisor } = await import('../supervision/stop-supervisor.ts');
    return stopSupervisor({ isForced: force, isLeaving: leave, isJson: json }, context);
  },
});

const restartCommand = command({
  usage: 'restart',
  summary: 'Replace the supervisor with a new one; open reviews stay open',
  examples: [
    ['supervisor restart', 'after an update: new reviews get the new release'],
    ['supervisor restart --remote', 'so that other machines reach the reviews'],
  ],
  options: (yargs) => remoteOption(yargs),
  run: async (args, context) => {
    const { restartSupervisor } = await import('../supervision/start-supervisor.ts');
    return restartSupervisor(args.json, withRemote(context, args));
  },
});

const runCommand = command({
  usage: 'run',
  summary: 'Run the supervisor in the foreground, for systemd, launchd and the like',
  examples: [
    ['supervisor run', 'takes over the reviews of a running one; Ctrl-C closes them'],
    ['supervisor run --leave', 'for systemd and launchd: Ctrl-C leaves them to the next one'],
  ],
  options: (yargs) =>
    yargs.option('leave', {
      type: 'boolean',
      describe:
        'On SIGTERM, SIGHUP or Ctrl-C leave the open reviews to the next supervisor; wait while another one runs; never exit when idle',
    }),
  run: ({ leave = false }, context) => runSupervisor({ isLeaving: leave }, context),
});

/** `galley supervisor …` */
export const supervisorCommand = group({
  usage: 'supervisor',
  summary: 'Manage the background process behind the reviews',
  examples: [['supervisor status', 'what runs']],
  commands: [statusCommand, startCommand, stopCommand, restartCommand, runCommand],
});
