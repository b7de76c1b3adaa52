import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { makeRoom } from '../../supervisor/sessions/make-room.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterAll(() => galley.stop());

const present = async (text: string) => {
  await galley.write('plan.md', text);
  const { url } = await galley.open(['plan', 'plan.md'], { cwd: galley.root });
  const api = createApiClient(sessionApi, { url });
  await until('it is prepared', async () => {
    const { body } = await api.call('getPlan');
    return body?.preparation.state === 'ready';
  });
  return api;
};

interface Listed {
  readonly history: readonly { readonly id: string; readonly versions: number }[];
}
const listed = async () => (await galley.json<Listed>(['history', '--all'])).history;

it('keeps each version of a plan once, with what the reviewer decided', async () => {
  expect(await galley.run(['history'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No versions are kept.\n',
  });
  const first = '# Move\n\nOne.\nTwo.\n';
  const session = await present(first);
  await present(first);
  await session.call('deny', { body: { feedback: 'Say *why*.' } });
  await present('# Move\n\nOne.\nThree.\nFour.\u001B[31m\n');
  await present('# Another\n\nPlan.\n');

  const [other, move] = await listed();
  expect(other).toMatchObject({ mode: 'plan', key: 'Another', versions: 1 });
  expect(move).toMatchObject({ title: 'Move', key: 'Move', versions: 2 });
  const show = (...args: readonly string[]) =>
    galley.run(['history', 'show', move?.id.slice(0, 8) ?? '', ...args]);
  await until('the decision is kept', async () => (await show()).stdout.includes('requested'));
  const lines = (await show()).stdout.split('\n').map((line) => line.split(/ {2,}/u).slice(0, 4));
  expect(lines.slice(1, 3)).toEqual([
    ['1', 'Move', 'changes requested', '0'],
    ['2', 'Move', '+2 −1', expect.stringMatching(/^20/u)],
  ]);
  expect((await show('1')).stdout).toBe(first);
  expect((await show('2')).stdout).toBe('# Move\n\nOne.\nThree.\nFour.\n');
  expect((await show('1', '--feedback')).stdout).toContain('Say *why*.');
  expect(await show('2', '--feedback')).toMatchObject({
    code: 1,
    stderr: 'galley: Nothing was decided about version 2.\n',
  });
  expect(JSON.parse((await show('1', '--json')).stdout)).toMatchObject({
    number: 1,
    outcome: 'denied',
    text: first,
  });
  expect((await galley.run(['history', 'show', 'zz'])).stderr).toMatch(/^galley: No versions/u);
});

it('keeps versions of sessions that open at once, and removes the oldest plan first', async () => {
  const texts = Array.from({ length: 6 }, (_, at) => `# Together\n\n${'.'.repeat(at + 1)}\n`);
  await Promise.all(
    texts.map(async (content) => {
      const command = galley.start(['plan', '-', '--key', 'together', '--detach'], {
        input: content,
      });
      return command.ended;
    }),
  );
  await until('all are kept', async () => (await listed())[0]?.versions === texts.length);
  const [latest, ...others] = await listed();
  expect(others).toHaveLength(2);
  const folder = join(galley.home, 'state', 'history');
  const sizes = readdirSync(join(folder, latest?.id ?? '')).map(
    (name) => statSync(join(folder, latest?.id ?? '', name)).size,
  );
  const maxBytes = sizes.reduce((sum, size) => sum + size, 0);
  await makeRoom(folder, { maxBytes, isKept: () => true });
  expect(readdirSync(folder)).toEqual([latest?.id]);
});
