import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startGalley, type Galley } from '../../helpers/galley.ts';
import { startedWith } from '../../helpers/processes.ts';
import { until } from '../../helpers/until.ts';

let galley: Galley;
beforeEach(async () => {
  galley = await startGalley();
});
afterEach(() => galley.stop());

const registry = () => join(galley.home, 'run', 'registry.json');
const processes = () => startedWith('GALLEY_HOME', galley.home);

it.each(['plan', 'review --no-such-option', 'sessions open document', 'document a b c'])(
  'a supervisor that was begun for `%s`, which opens nothing, is not left behind',
  async (line) => {
    expect(await galley.run(line.split(' '))).toMatchObject({ code: 2 });
    await until('all that was begun has ended', () => processes().length === 0);
    expect(existsSync(registry())).toBe(false);
  },
);

it.each(['plan --help', 'review -h', 'document --version', 'sessions open 0123456789ab'])(
  'none is begun for `%s`',
  async (line) => {
    const command = galley.start(line.split(' '));
    let isBegun = false;
    const look = setInterval(() => (isBegun ||= processes().length > 1), 5);
    await command.ended;
    clearInterval(look);
    expect(isBegun).toBe(false);
    expect(existsSync(registry())).toBe(false);
  },
);

it('two that open at once share one', async () => {
  await galley.write('plan.md', '# A plan\n');
  const opened = await Promise.all([1, 2, 3].map(() => galley.open(['plan', 'plan.md'])));
  expect((await galley.sessions()).map(({ id }) => id).sort()).toEqual(
    opened.map(({ id }) => id).sort(),
  );
  const { supervisor } = await galley.registry();
  const workers = opened.map(({ pid }) => pid);
  expect(processes()).toEqual(expect.arrayContaining([supervisor.pid, ...workers]));
});
