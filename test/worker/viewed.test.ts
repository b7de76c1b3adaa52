import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { digestBelow } from '../../shared/node/digest-below.ts';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { manifest, openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const digest = (digit: string) => digit.repeat(32);
const change = (session: TestSession, body: unknown) =>
  session.call(sessionPath('changeViewed'), { method: 'PUT', body });
const read = async (session: TestSession) => (await session.call(sessionPath('getViewed'))).json;

it('viewed marks are stored once each, and can be removed', async () => {
  const session = await openSession(worker, 'review');
  expect(await read(session)).toEqual({ digests: [] });
  await change(session, { digests: [digest('a'), digest('b')], isViewed: true });
  const again = await change(session, { digests: [digest('a')], isViewed: true });
  expect(again).toMatchObject({ status: 200, json: { count: 2 } });
  expect(await read(session)).toEqual({ digests: [digest('b'), digest('a')] });
  await change(session, { digests: [digest('b')], isViewed: false });
  expect(await read(session)).toEqual({ digests: [digest('a')] });
});

it('sessions of the same thing share viewed marks and lose none', async () => {
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

it('marks that an earlier release kept for a part of the repository count, and can be removed', async () => {
  const before = await openSession(worker, 'review');
  await change(before, { digests: [digest('a'), digest('b')], isViewed: true });
  const session = await openSession(worker, 'review', {
    change: ({ files }) => ({ files: { ...files, viewedHere: before.files.viewed } }),
  });
  expect(await read(session)).toEqual({ digests: [digest('a'), digest('b')] });
  const added = await change(session, { digests: [digest('b'), digest('c')], isViewed: true });
  expect(added.json).toEqual({ count: 3 });
  const removed = await change(session, { digests: [digest('b')], isViewed: false });
  expect(removed.json).toEqual({ count: 2 });
  expect(await read(session)).toEqual({ digests: [digest('a'), digest('c')] });
  expect(await read(before)).toEqual({ digests: [digest('a')] });
});

it('of several repositories, marks are kept with each, and with the folder where they are of none', async () => {
  const fileOf = (spool: string, name: string) => join(spool, `viewed-${name}.json`);
  const session = await openSession(worker, 'review', {
    change: ({ files }) => {
      const viewedBelow = ['api', 'web'].map((folder) => ({
        folder,
        viewed: fileOf(files.spool, folder),
      }));
      return { files: { ...files, viewedBelow } };
    },
  });
  // The same change in both repositories.
  const own = digest('a');
  const [inApi, inWeb] = [digestBelow('api', own), digestBelow('web', own)];
  const [first, second] = manifest.files;
  const files = [
    { ...first, digest: inApi, ownDigest: own },
    { ...second, digest: inWeb, ownDigest: own },
  ];
  await writeFile(session.files.manifest, JSON.stringify({ ...manifest, files }));
  const [api, web] = ['api', 'web'].map((name) => fileOf(session.files.spool, name));
  await change(session, { digests: [inApi, digest('b')], isViewed: true });
  expect(await readFile(api ?? '', 'utf8')).toBe(JSON.stringify({ digests: [own] }));
  expect(await read(session)).toEqual({ digests: [digest('b'), inApi] });
  // As a review of that repository alone marks it.
  await writeFile(web ?? '', JSON.stringify({ digests: [own, digest('c')] }));
  const below = [inApi, inWeb, digestBelow('web', digest('c'))];
  expect(await read(session)).toEqual({ digests: [digest('b'), ...below] });
  const removed = await change(session, { digests: [inWeb], isViewed: false });
  expect(removed.json).toEqual({ count: 3 });
  expect(await readFile(web ?? '', 'utf8')).toBe(JSON.stringify({ digests: [digest('c')] }));
});

it('a damaged file loses its viewed marks and nothing else', async () => {
  const session = await openSession(worker, 'review');
  await writeFile(session.files.viewed, '{"digests": ["../');
  expect(await read(session)).toEqual({ digests: [] });
  await change(session, { digests: [digest('a')], isViewed: true });
  expect(await read(session)).toEqual({ digests: [digest('a')] });
});

it('invalid digests are refused, and plans have no such route', async () => {
  const session = await openSession(worker, 'review');
  for (const body of [{}, { digests: [], isViewed: true }, { digests: ['x'], isViewed: true }])
    expect(await change(session, body)).toMatchObject({ status: 400 });
  const plan = await openSession(worker, 'plan');
  expect((await plan.call(sessionPath('getViewed'))).status).toBe(404);
});

it('the pages of a session are notified of each change, in the order of storage', async () => {
  const session = await openSession(worker, 'review');
  const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  const heard = async () => (await page.next()).data;
  expect([(await heard()).type, (await heard()).type]).toEqual(['snapshot', 'session']);
  const ticks = Array.from({ length: 20 }, (_, index) => ({
    digests: [digest('a')],
    isViewed: index % 2 === 0,
  }));
  await Promise.all(ticks.map((tick) => change(session, tick)));
  const changes = [];
  for (let count = 0; count < ticks.length; count += 1) changes.push(await heard());
  expect(changes.map(({ type }) => type)).toEqual(ticks.map(() => 'viewed'));
  const { digests } = (await read(session)) as { digests: string[] };
  expect(changes.at(-1)?.['change']).toEqual({
    digests: [digest('a')],
    isViewed: digests.length > 0,
  });
  expect(await change(session, { digests: ['x'], isViewed: true })).toMatchObject({ status: 400 });
  await change(session, { digests: [digest('b')], isViewed: false });
  expect(await heard()).toMatchObject({ change: { digests: [digest('b')], isViewed: false } });
  page.close();
});

it('a connecting page learns that viewed marks have changed, as it may have loaded older ones', async () => {
  const session = await openSession(worker, 'review');
  const firstEvents = async (count: number): Promise<string[]> => {
    const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
    const types = [];
    for (let taken = 0; taken < count; taken += 1) types.push((await page.next()).data.type);
    page.close();
    return types;
  };
  await read(session);
  expect(await firstEvents(2)).toEqual(['snapshot', 'session']);
  await change(session, { digests: [digest('a')], isViewed: true });
  expect(await firstEvents(3)).toEqual(['snapshot', 'session', 'viewedBefore']);
});
