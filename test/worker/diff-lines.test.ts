import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { filePath } from '../../shared/node/paths.ts';
import { png, svgBomb } from '../helpers/images.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { manifest, openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const blob = 'a'.repeat(40);

/** A session whose manifest is from a repository. */
const openReview = async (): Promise<TestSession> => {
  const session = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
  const files = manifest.files.map((file) => ({ ...file, newBlob: blob }));
  const { manifest: path } = session.files;
  await writeFile(path, JSON.stringify({ ...manifest, source: 'repository', files }));
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  await until('the worker is ready', async () => {
    const { json } = await session.call(sessionPath('getSession'));
    return (json as { preparation: { state: string } }).preparation.state === 'ready';
  });
  return session;
};
const lines = (session: TestSession, from: number, to: number) =>
  session.call(`${sessionPath('getDiffLines')}?id=0&side=new&from=${from}&to=${to}`);

it('lines are read from the spool, where the supervisor puts them on a single request', async () => {
  const session = await openReview();
  const first = lines(session, 2, 3);
  const { request, wanted } = await session.message('derive');
  expect(wanted).toEqual({ kind: 'side', fileId: '0', side: 'new', version: 1 });
  const second = lines(session, 4, 100);
  // The file may be read as soon as it exists, so it is written atomically, like the supervisor does.
  const side = join(session.files.spool, 'side-0-new');
  await replaceFile(side, 'one\ntwo ä\n\nfour', { isDurable: false });
  session.send({ type: 'derived', request });
  expect((await first).json).toEqual({ lines: ['two ä', ''], total: 4, endsWithNewline: false });
  expect((await second).json).toEqual({ lines: ['four'], total: 4, endsWithNewline: false });
  expect((await lines(session, 9, 12)).json).toMatchObject({ lines: [], total: 4 });
  expect(session.messages.filter(({ type }) => type === 'derive')).toHaveLength(1);
});

it('a failure is reported with its reason, and can be retried', async () => {
  const session = await openReview();
  for (const number of [1, 2]) {
    const answer = lines(session, 1, 2);
    await until(
      'it asks',
      () => session.messages.filter((m) => m.type === 'derive').length === number,
    );
    const failure = { code: 'content_changed', error: 'It has changed.' };
    session.send({ type: 'derived', request: number, failure });
    expect(await answer).toMatchObject({ status: 409, json: { code: 'content_changed' } });
  }
});

it('an image is served with its type, and runs nothing when opened on its own', async () => {
  const session = await openReview();
  const path = join(session.files.spool, 'side-0-new');
  await writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const facts = await session.call(`${sessionPath('getDiffSide')}?id=0&side=new`);
  expect(facts.json).toEqual({ bytes: 64, imageType: 'image/svg+xml' });
  const image = await session.call(`${sessionPath('getDiffImage')}?id=0&side=new`);
  expect(image.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/u) as string,
  });
  for (const bomb of [svgBomb, png(1, 1, { width: 60_000, height: 60_000 })]) {
    await writeFile(path, bomb);
    const bombFacts = await session.call(`${sessionPath('getDiffSide')}?id=0&side=new`);
    expect(bombFacts.json).toEqual({ bytes: bomb.length, isTooLarge: true });
    const refused = await session.call(`${sessionPath('getDiffImage')}?id=0&side=new`);
    expect(refused).toMatchObject({ status: 422, json: { code: 'content_too_large' } });
  }
  await writeFile(path, '<html><script>1</script></html>');
  expect((await session.call(`${sessionPath('getDiffSide')}?id=0&side=new`)).json).toEqual({
    bytes: 31,
  });
  expect((await session.call(`${sessionPath('getDiffImage')}?id=0&side=new`)).status).toBe(404);
});

it('without a valid side, file and range the supervisor is not asked', async () => {
  const session = await openReview();
  for (const [query, status] of [
    ['id=0&side=old&from=1&to=2', 404],
    ['id=../0&side=new&from=1&to=2', 404],
    ['id=0&side=both&from=1&to=2', 400],
    ['id=0&side=new&from=0&to=2', 400],
    ['id=0&side=new&from=1', 400],
  ] as const)
    expect((await session.call(`${sessionPath('getDiffLines')}?${query}`)).status).toBe(status);
  expect(session.messages.some(({ type }) => type === 'derive')).toBe(false);
});

it('the lack of a supervisor is reported', async () => {
  const session = await openReview();
  session.child.disconnect();
  await until('the worker notices', async () => (await lines(session, 1, 2)).status === 503);
  expect((await lines(session, 1, 2)).json).toMatchObject({ code: 'no_supervisor' });
});

it('a file of the project is served as it is in the spool, once there is a repository', async () => {
  const fileOf = (session: TestSession) =>
    session.call(`${sessionPath('getFile')}?path=src%2Fa.ts&side=new`);
  const preparing = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
  expect(await fileOf(preparing)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  const ofPatch = await openSession(worker, 'review');
  for (const path of [sessionPath('getFiles'), `${sessionPath('getFile')}?path=a&side=new`])
    expect(await ofPatch.call(path)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  const session = await openReview();
  const first = fileOf(session);
  const { request, wanted } = await session.message('derive');
  expect(wanted).toEqual({ kind: 'file', path: 'src/a.ts', side: 'new', version: 1 });
  const answer = { kind: 'text', bytes: 4, text: 'one\n' };
  const path = filePath(dirname(session.files.manifest), { path: 'src/a.ts', side: 'new' });
  await replaceFile(path, JSON.stringify(answer), { isDurable: false });
  session.send({ type: 'derived', request });
  expect((await first).json).toEqual(answer);
  expect((await fileOf(session)).json).toEqual(answer);
  expect(session.messages.filter(({ type }) => type === 'derive')).toHaveLength(1);
});
