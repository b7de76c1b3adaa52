import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bundleEntries } from '../helpers/bundle.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = (await bundleEntries('worker'))('worker');
const digest = (digit: string) => digit.repeat(32);
const change = (session: TestSession, body: unknown) =>
  session.call('/api/viewed', { method: 'PUT', body });
const read = async (session: TestSession) => (await session.call('/api/viewed')).json;

it('ticks are kept, once each, and taken back', async () => {
  const session = await openSession(worker, 'review');
  expect(await read(session)).toEqual({ digests: [] });
  await change(session, { digests: [digest('a'), digest('b')], isViewed: true });
  const again = await change(session, { digests: [digest('a')], isViewed: true });
  expect(again).toMatchObject({ status: 200, json: { count: 2 } });
  expect(await read(session)).toEqual({ digests: [digest('b'), digest('a')] });
  await change(session, { digests: [digest('b')], isViewed: false });
  expect(await read(session)).toEqual({ digests: [digest('a')] });
});

it('sessions of the same thing share them and lose none', async () => {
  const first = await openSession(worker, 'review');
  const second = await openSession(worker, 'review', {
    change: ({ files }) => ({ files: { ...files, viewed: first.files.viewed } }),
  });
  const digits = '0123456789abcdef'.split('');
  const answers = await Promise.all(
    digits.map((digit, index) =>
      change(index % 2 === 0 ? first : second, { digests: [digest(digit)], isViewed: true }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(digits.map(() => 200));
  const { digests } = (await read(second)) as { digests: string[] };
  expect(digests.sort()).toEqual(digits.map(digest));
});

it('a damaged file loses its ticks and nothing else', async () => {
  const session = await openSession(worker, 'review');
  await writeFile(session.files.viewed, '{"digests": ["../');
  expect(await read(session)).toEqual({ digests: [] });
  await change(session, { digests: [digest('a')], isViewed: true });
  expect(await read(session)).toEqual({ digests: [digest('a')] });
});

it('what is no digest is refused, and plans have no such route', async () => {
  const session = await openSession(worker, 'review');
  for (const body of [{}, { digests: [], isViewed: true }, { digests: ['x'], isViewed: true }])
    expect(await change(session, body)).toMatchObject({ status: 400 });
  const plan = await openSession(worker, 'plan');
  expect((await plan.call('/api/viewed')).status).toBe(404);
});
