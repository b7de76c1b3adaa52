// `npm run faults`: strikes processes at random moments of every step, for as long as is wished.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const help = `npm run faults -- [--seeds COUNT] [--first SEED]

  --seeds COUNT  rounds, each with the fault that its seed makes; 2,000 where absent
  --first SEED   the seed of the first round, such as the one that a failure has named; 0 where absent`;

const whole = (text, least) => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${text} is not a whole number from ${least} on.`);
};

const parse = () => {
  try {
    const { values } = parseArgs({
      options: {
        seeds: { type: 'string', default: '2000' },
        first: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
    return {
      seeds: whole(values.seeds, 1),
      first: whole(values.first, 0),
      isHelpWanted: values.help,
    };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
};

const { seeds, first, isHelpWanted } = parse();
if (isHelpWanted) console.log(help);
else {
  const vitest = await startVitest('test', ['test/faults/kills.test.ts'], {
    watch: false,
    provide: { faults: { seeds, first } },
  });
  await vitest.close();
}
