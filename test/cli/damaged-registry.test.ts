import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTimeOf } from '../../shared/node/process-identity.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
let session: ListedSession;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
beforeEach(async () => {
  // What a test has left open serves the next one.
  session = galley.sessions()[0] ?? (await galley.open(['plan', 'plan.md']));
});
afterAll(() => galley.stop());

/** A zombie is dead. */
const lives = (pid: number): boolean => startTimeOf(pid) !== undefined;
const registry = () => join(galley.home, 'run', 'registry.json');
const damages: readonly [string, () => Promise<void>][] = [
  ['is cut off', () => writeFile(registry(), '{"version":')],
  ['is of another program', () => writeFile(registry(), '{}')],
  ['can be written to by others', () => chmod(registry(), 0o666)],
];

describe.each(damages)('with a running supervisor, a registry that %s', (_, damage) => {
  test('is repaired, and the open reviews are listed', async () => {
    const { pid } = (await galley.registry()).supervisor;
    await damage();
    expect(await galley.listed()).toMatchObject([{ id: session.id }]);
    expect((await galley.registry()).supervisor.pid).toBe(pid);
  });

  test('does not keep the supervisor from being stopped', async () => {
    const { pid } = (await galley.registry()).supervisor;
    await damage();
    expect(await galley.run(['supervisor', 'stop', '--force'])).toMatchObject({ code: 0 });
    expect(lives(pid)).toBe(false);
    expect(lives(session.pid)).toBe(false);
  });
});

test('a missing registry is rewritten', async () => {
  const before = await galley.registry();
  await rm(registry());
  await until('it is there', () =>
    galley.registry().then(
      () => true,
      () => false,
    ),
  );
  expect((await galley.registry()).supervisor).toEqual(before.supervisor);
});

describe.each(damages.slice(0, 2))('without a supervisor, a registry that %s', (_, damage) => {
  beforeEach(async () => {
    const { pid } = (await galley.registry()).supervisor;
    process.kill(pid, 'SIGKILL');
    await until('it is gone', () => !lives(pid));
    await damage();
  });

  test('is reported with advice that works', async () => {
    const { code, stderr } = await galley.run(['sessions', 'list']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('`galley supervisor start`'),
    });
    await galley.json(['supervisor', 'start']);
    expect(await galley.listed()).toMatchObject([{ id: session.id }]);
  });

  test('does not keep open reviews from being closed by force', async () => {
    expect(await galley.run(['supervisor', 'stop', '--force'])).toMatchObject({ code: 0 });
    expect(lives(session.pid)).toBe(false);
  });
});
