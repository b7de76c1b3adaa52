import { remoteOption, withRemote } from '../remote/remote-option.ts';
import { command, group } from './command.ts';

const statusCommand = command({
  usage: 'status',
  summary: 'Say whether a supervisor runs, and what it does',
  examples: [['supervisor status --json', 'for programs']],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { showStatus } = await import('../supervision/show-status.ts');
    return showStatus(json, context);
  },
});

const startCommand = command({
  usage: 'start',
  summary: 'Start the supervisor, unless it runs',
  examples: [
    ['supervisor start', 'no other command needs it: they start it themselves'],
    ['supervisor start --remote', 'so that other machines reach its reviews'],
  ],
  options: (yargs) => remoteOption(yargs),
  run: async (args, context) => {
    const { startAndTell } = await import('../supervision/start-and-tell.ts');
    return startAndTell(args.json, withRemote(context, args));
  },
});

const stopCommand = command({
  usage: 'stop',
  summary: 'Stop the supervisor; refused while reviews are open',
  examples: [
    ['supervisor stop', 'when nothing is open'],
    ['supervisor stop --leave', 'leave what is open to the next supervisor'],
    ['supervisor stop --force', 'close what is open, end a supervisor that hangs'],
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
  summary: 'Put a new supervisor in its place; open reviews go on',
  examples: [
    ['supervisor restart', 'after an update: new reviews get the new release'],
    ['supervisor restart --remote', 'so that other machines reach the reviews'],
  ],
  options: (yargs) => remoteOption(yargs),
  run: async (args, context) => {
    const { restartSupervisor } = await import('../supervision/restart-supervisor.ts');
    return restartSupervisor(args.json, withRemote(context, args));
  },
});

const runCommand = command({
  usage: 'run',
  summary: 'Be the supervisor, in the foreground, for systemd, launchd and the like',
  examples: [
    ['supervisor run', 'until Ctrl-C; takes the place of one that runs, open reviews go on'],
    ['supervisor run --leave', 'for what starts it again; open reviews outlive it'],
  ],
  options: (yargs) =>
    yargs.option('leave', {
      type: 'boolean',
      describe:
        'Leave the open reviews to the next supervisor when it is told to stop (SIGTERM, SIGHUP, Ctrl-C), wait while another one runs, and never exit for idleness',
    }),
  run: async ({ leave = false }, context) => {
    const { runSupervisor } = await import('../supervision/run-supervisor.ts');
    return runSupervisor({ isLeaving: leave }, context);
  },
});

/** `galley supervisor …` */
export const supervisorCommand = group({
  usage: 'supervisor',
  summary: 'The process behind the reviews',
  examples: [['supervisor status', 'what runs']],
  commands: [statusCommand, startCommand, stopCommand, restartCommand, runCommand],
});
