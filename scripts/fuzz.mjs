// `npm run fuzz`: sends requests generated from the schemas to every route, for a given time.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const help = `npm run fuzz -- [--requests COUNT] [--seed NUMBER]

  --requests COUNT  how many; 100,000 where absent
  --seed NUMBER     the one that a failure has named; random where absent`;

const parse = () => {
  try {
    const { values } = parseArgs({
      options: {
        requests: { type: 'string', default: '100000' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        help: { type: 'boolean', default: false },
      },
    });
    const [requests, seed] = [Number(values.requests), Number(values.seed)];
    if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed))
      throw new Error('COUNT and NUMBER must be whole numbers, COUNT at least 1.');
    return { requests, seed, isHelpWanted: values.help };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
};

const { requests, seed, isHelpWanted } = parse();
if (isHelpWanted) console.log(help);
else {
  const vitest = await startVitest('test', ['test/attack/fuzz.test.ts'], {
    watch: false,
    provide: { fuzz: { requests, seed } },
  });
  await vitest.close();
}
