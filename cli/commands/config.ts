import { printJson, printResult } from '../output/print.ts';
import { command, type Register } from './command.ts';

const keyOption = { type: 'string', demandOption: true, describe: 'Name of the setting' } as const;

const listCommand = command({
  usage: ['list', '$0'],
  summary: 'Show all settings',
  examples: [['config', 'all settings with their values']],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { listSettings } = await import('../settings/settings.ts');
    return listSettings(json, context);
  },
});

const getCommand = command({
  usage: 'get <key>',
  summary: 'Show one setting',
  examples: [['config get theme', 'its value']],
  options: (yargs) => yargs.positional('key', keyOption),
  run: async ({ key, json }, context) => {
    const { getSetting } = await import('../settings/settings.ts');
    return getSetting({ key, isJson: json }, context);
  },
});

const setCommand = command({
  usage: 'set <key> <value>',
  summary: 'Change a setting',
  examples: [
    ['config set browser "firefox --new-window"', 'the command that shows reviews'],
    ['config set browser none', 'never open a browser'],
    ['config set keepEndedMiB 200', 'what ended reviews may take on the disk'],
    ['config set limits.streams 128', 'one of the limits'],
  ],
  options: (yargs) =>
    yargs
      .positional('key', keyOption)
      .positional('value', { type: 'string', demandOption: true, describe: 'Its new value' }),
  run: async ({ key, value, json }, context) => {
    const { setSetting } = await import('../settings/settings.ts');
    return setSetting({ key, value, isJson: json }, context);
  },
});

const unsetCommand = command({
  usage: 'unset <key>',
  summary: 'Reset a setting to its default',
  examples: [['config unset browser', "the system's own browser again"]],
  options: (yargs) => yargs.positional('key', keyOption),
  run: async ({ key, json }, context) => {
    const { unsetSetting } = await import('../settings/settings.ts');
    return unsetSetting({ key, isJson: json }, context);
  },
});

const pathCommand = command({
  usage: 'path',
  summary: 'Show where the settings file is',
  examples: [['config path', 'the file']],
  options: (yargs) => yargs,
  run: async ({ json }, { paths }) => {
    await (json ? printJson({ path: paths.config }) : printResult(paths.config));
    return 0;
  },
});

/** `galley config …` */
export const configCommand: Register = (parent, context, finish) => {
  parent.command('config', 'Show and change the settings', (yargs) => {
    for (const register of [listCommand, getCommand, setCommand, unsetCommand, pathCommand])
      register(yargs, context, finish);
  });
};
