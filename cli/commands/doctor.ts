import { command } from './command.ts';

/** `galley doctor` */
export const doctorCommand = command({
  usage: 'doctor',
  summary: 'Check the setup and suggest fixes',
  examples: [['doctor', 'exit code 1 if a check fails']],
  options: (yargs) => yargs,
  run: async ({ json }, context) => {
    const { runDoctor } = await import('../doctor/run-doctor.ts');
    return runDoctor(json, context);
  },
});
