import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../helpers/http-call.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { shareSupervisor, type SharedSupervisor } from '../../helpers/share-supervisor.ts';
import { until } from '../../helpers/until.ts';

let galley: SharedSupervisor;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());

type Opened = Awaited<ReturnType<SharedSupervisor['open']>>;
const open = (key: string) =>
  galley.open({ mode: 'plan', content: '# A plan', key, detached: true });
const write = async ({ url }: Opened, generation: number, feedback: string) => {
  const body = { generation, feedback, comments: [] };
  expect((await call(`${url}${sessionPath('saveDraft')}`, { method: 'PUT', body })).status).toBe(
    200,
  );
};
const forget = async ({ url }: Opened, generation: number) => {
  const address = `${url}${sessionPath('getDraft')}?generation=${generation}`;
  expect((await call(address, { method: 'DELETE' })).status).toBe(200);
};
const wordsOf = async ({ url }: Opened) =>
  ((await call(`${url}${sessionPath('getDraft')}`)).json as { draft: { feedback: string } | null })
    .draft?.feedback;
const lose = async (...sessions: Opened[]) => {
  for (const { pid } of sessions) process.kill(pid, 'SIGKILL');
  await until('they are reaped', async () =>
    (await galley.registry()).sessions.every(({ id }) => sessions.every((lost) => lost.id !== id)),
  );
};
const drafts = () => join(galley.state, 'drafts');
const draftOf = async ({ id }: Opened) =>
  (await readdir(drafts())).find((name) => name.includes(id)) ?? '';

test('of two lost reviews, one with a draft and one that deleted its own, the next gets the draft', async () => {
  for (let round = 0; round < 6; round += 1) {
    const key = `two lost ${round}`;
    const [kept, emptied] = [await open(key), await open(key)];
    await write(kept, 1, 'kept');
    await write(emptied, 1, 'gone');
    await forget(emptied, 2);
    await lose(kept, emptied);
    expect(await wordsOf(await open(key))).toBe('kept');
  }
});

test('deletion marks of an earlier release hide no draft', async () => {
  const lost = await open('marks');
  await write(lost, 1, 'kept');
  await lose(lost);
  const [name, own] = [await draftOf(lost), lost.id];
  const mark = { generation: 9, isDeleted: true, savedAt: new Date(Date.now() + 1).toISOString() };
  for (const digit of '0123456789')
    await writeFile(join(drafts(), name.replace(own, digit.repeat(12))), JSON.stringify(mark));
  expect(await wordsOf(await open('marks'))).toBe('kept');
  const key = name.split('.')[0] ?? '';
  expect((await readdir(drafts())).filter((left) => left.startsWith(key))).toHaveLength(1);
});

test('reviews opened at once get different drafts, newest first', async () => {
  const lost = [await open('many'), await open('many'), await open('many')];
  for (const [index, session] of lost.entries()) await write(session, 1, `words ${index}`);
  await lose(...lost);
  const two = await Promise.all([open('many'), open('many')]);
  expect(new Set(await Promise.all(two.map(wordsOf)))).toEqual(new Set(['words 1', 'words 2']));
  expect(await wordsOf(await open('many'))).toBe('words 0');
  expect(await wordsOf(await open('many'))).toBeUndefined();
});

test('a draft with the highest possible generation keeps nobody from saving', async () => {
  const first = await open('highest');
  const highest = { generation: Number.MAX_SAFE_INTEGER, comments: [] };
  const refused = await call(`${first.url}${sessionPath('saveDraft')}`, {
    method: 'PUT',
    body: highest,
  });
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  expect(
    await call(`${first.url}${sessionPath('deleteDraft')}?generation=999999999999999`, {
      method: 'DELETE',
    }),
  ).toMatchObject({ status: 400 });
  await write(first, 1, 'kept');
  // As a release without that bound has left it.
  const path = join(drafts(), await draftOf(first));
  await lose(first);
  const text = (await readFile(path, 'utf8')).replace(/\d+/u, String(Number.MAX_SAFE_INTEGER));
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
  const next = await open('highest');
  expect((await call(`${next.url}${sessionPath('getDraft')}`)).json).toMatchObject({
    generation: 1,
    draft: { generation: 1, feedback: 'kept' },
  });
  await write(next, 2, 'more');
  expect(await wordsOf(next)).toBe('more');
});
