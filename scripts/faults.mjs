// `npm run faults`: long runs of the tests that kill, load and starve real processes.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const help = `npm run faults -- [--only KIND] [--seeds COUNT] [--first SEED] [--sessions COUNT] [--minutes MINUTES]

  --only KIND         kills (where absent), load, soak or machine
  --seeds COUNT       kills: rounds, each with the fault that its seed makes; 2,000 where absent
  --first SEED        kills: the seed of the first round, such as the one that a failure has named
  --sessions COUNT    load: open at once, 500 where absent; soak: one after the other, 5,000 where absent
  --minutes MINUTES   load: 5 where absent, with ten kills of the supervisor; soak: 30 where absent

machine is everything else that a machine does to processes, at full size: full disks, clocks that are set, sleep,
elections, connections that say nothing.`;

const kinds = {
  kills: ({ seeds = 2000, first = 0 }) => ({
    files: ['test/faults/kills.test.ts'],
    provide: { faults: { seeds, first } },
  }),
  load: ({ sessions = 500, minutes = 5 }) => ({
    files: ['test/faults/load.test.ts'],
    provide: { load: { sessions, minutes, kills: 10 } },
  }),
  soak: ({ sessions = 5000, minutes = 30 }) => ({
    files: ['test/faults/soak.test.ts'],
    provide: { soak: { sessions, minutes } },
  }),
  machine: () => ({ files: ['test/faults/machine/'], provide: { isLongRun: true } }),
};

const whole = (name, text) => {
  if (text === undefined) return {};
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return { [name]: number };
  throw new Error(`--${name} must be a whole number.`);
};

const parse = () => {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: 'kills' },
        seeds: { type: 'string' },
        first: { type: 'string' },
        sessions: { type: 'string' },
        minutes: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const numbers = ['seeds', 'first', 'sessions', 'minutes'].map((name) =>
      whole(name, values[name]),
    );
    if (!Object.hasOwn(kinds, values.only))
      throw new Error(`--only must be one of ${Object.keys(kinds).join(', ')}.`);
    return { ...values, ...Object.assign({}, ...numbers) };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
};

const { only, help: isHelpWanted, ...sizes } = parse();
if (isHelpWanted) console.log(help);
else {
  const { files, provide } = kinds[only](sizes);
  const vitest = await startVitest('test', files, { watch: false, provide });
  await vitest.close();
}
