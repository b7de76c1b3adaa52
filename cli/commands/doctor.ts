import { command } from './command.ts';

/** `galley doctor` */
export const doctorCommand = command({
  usage: 'doctor',
  summary: 'Check what Galley needs, and say what to do where something is wrong',
  examples: [['doctor', 'exit code 1 where something fails']],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { examine } = await import('../doctor/examine.ts');
    return examine(json, context);
  },
});
