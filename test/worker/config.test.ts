import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const change = (session: TestSession, body: unknown) =>
  session.call(sessionPath('changeConfig'), { method: 'POST', body });

it('a page sees and changes only its own settings, and null restores a default', async () => {
  const session = await openSession(worker, 'plan');
  await writeFile(session.files.config, '{"warmWorkers":3}');
  const { json } = await session.call(sessionPath('getConfig'));
  expect(json).toMatchObject({ theme: 'system', diffView: 'auto', wrapLines: true, keys: {} });
  expect(json).not.toHaveProperty('warmWorkers');
  expect((await change(session, { theme: 'dark', keys: { approve: 'a' } })).json).toMatchObject({
    theme: 'dark',
    keys: { approve: 'a' },
  });
  expect((await change(session, { theme: null })).json).toMatchObject({ theme: 'system' });
  expect(JSON.parse(await readFile(session.files.config, 'utf8'))).toEqual({
    warmWorkers: 3,
    keys: { approve: 'a' },
  });
});

it.each([
  ['of the supervisor', { warmWorkers: 9 }],
  ['that does not exist', { color: 'red' }],
  ['with a wrong value', { theme: 'pink' }],
])('a setting %s is refused', async (_, body) => {
  const session = await openSession(worker, 'plan');
  expect(await change(session, body)).toMatchObject({
    status: 400,
    json: { code: 'invalid_request' },
  });
});

it('an invalid file is reported with an explanation', async () => {
  const session = await openSession(worker, 'plan');
  await writeFile(session.files.config, '{"theme":');
  expect(await session.call(sessionPath('getConfig'))).toMatchObject({
    status: 409,
    json: { code: 'invalid_config' },
  });
});

it('concurrent changes of different settings by two sessions are both kept', async () => {
  const one = await openSession(worker, 'plan');
  const { config } = one.files;
  const other = await openSession(worker, 'plan', {
    change: ({ files }) => ({ files: { ...files, config } }),
  });
  for (let round = 0; round < 10; round += 1) {
    const isWrapped = round % 2 === 0;
    await Promise.all([
      change(one, { keys: { approve: `k${round}` } }),
      change(other, { wrapLines: isWrapped }),
    ]);
    expect((await one.call(sessionPath('getConfig'))).json).toMatchObject({
      keys: { approve: `k${round}` },
      wrapLines: isWrapped,
    });
  }
});
