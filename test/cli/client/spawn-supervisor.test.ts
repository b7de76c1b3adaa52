import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startGalley, type Galley } from '../../helpers/galley.ts';
import { startedWith } from '../../helpers/processes.ts';
import { until } from '../../helpers/until.ts';

let galley: Galley;
beforeEach(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterEach(() => galley.stop());

const registry = () => join(galley.home, 'run', 'registry.json');
const processes = () => startedWith('GALLEY_HOME', galley.home);

it.each(['plan', 'review --no-such-option', 'sessions open document', 'plan a b c'])(
  'a supervisor started for `%s`, which opens nothing, exits',
  async (line) => {
    expect(await galley.run(line.split(' '))).toMatchObject({ code: 2 });
    await until('all started processes have exited', () => processes().length === 0);
    expect(existsSync(registry())).toBe(false);
  },
);

it.each([
  'plan missing.md',
  'document missing.md',
  'document http://[',
  'review',
  'review no-such..revision',
  'review --patch missing.patch',
  'sessions open plan missing.md',
  'plan binary.md',
  'plan missing.md --format claude-code',
])('a supervisor started for `%s`, which cannot be opened, exits', async (line) => {
  await galley.write('binary.md', 'a\0b');
  const { code, stdout } = await galley.run(line.split(' '));
  expect({ code, stdout }).not.toMatchObject({ code: 0, stdout: '' });
  await until('all started processes have exited', () => processes().length === 0);
  expect(existsSync(registry())).toBe(false);
});

it('an early supervisor exits if the content on stdin cannot be read', async () => {
  const { code } = await galley.run(['plan', '-'], { input: Buffer.from([0xff]) });
  expect(code).toBe(1);
  await until('all started processes have exited', () => processes().length === 0);
});

it.each(['plan --help', 'review -h', 'document --version', 'sessions open 0123456789ab'])(
  'none is begun for `%s`',
  async (line) => {
    const command = galley.start(line.split(' '));
    let isBegun = false;
    const look = setInterval(() => (isBegun ||= processes().length > 1), 20);
    await command.ended;
    clearInterval(look);
    expect(isBegun).toBe(false);
    expect(existsSync(registry())).toBe(false);
  },
);

it('an early supervisor is shared by commands that start at once, and stays if others use it or it was there before', async () => {
  await galley.write('plan.md', '# A plan\n');
  const open = () => galley.openByCommand(['plan', 'plan.md']);
  const [failed, ...opened] = await Promise.all([
    galley.run(['plan', 'missing.md']),
    open(),
    open(),
  ]);
  expect(failed.code).toBe(1);
  const idsOf = (sessions: readonly { readonly id: string }[]) =>
    sessions.map(({ id }) => id).sort();
  expect(idsOf(galley.sessions())).toEqual(idsOf(opened));
  const { supervisor } = await galley.registry();
  const workers = opened.map(({ pid }) => pid);
  expect(processes()).toEqual(expect.arrayContaining([supervisor.pid, ...workers]));
  expect((await galley.run(['plan', 'missing.md'])).code).toBe(1);
  expect(idsOf(galley.sessions())).toEqual(idsOf(opened));
  for (const { id } of opened) await galley.close(id);
  expect((await galley.run(['plan', 'missing.md'])).code).toBe(1);
  expect((await galley.registry()).supervisor).toEqual(supervisor);
});
