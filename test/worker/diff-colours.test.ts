import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const path = sessionPath('getDiffColours');
const nothing = { version: 1, themeStyles: '', styles: [], files: [] };
const made = { themeStyles: '', styles: ['a'], files: [{ id: '0', deletions: [], additions: [] }] };

const asked = ({ messages }: TestSession) => messages.filter(({ type }) => type === 'derive');
const make = (session: TestSession): Promise<void> =>
  replaceFile(join(session.files.spool, 'colours.json'), JSON.stringify(made), {
    isDurable: false,
  });

it('colours are read from the spool, where the supervisor puts them on a single request', async () => {
  const session = await openSession(worker, 'review');
  const first = session.call(path);
  const { request, wanted } = await session.message('derive');
  expect(wanted).toEqual({ kind: 'colours', version: 1 });
  await make(session);
  session.send({ type: 'derived', request });
  expect((await first).json).toEqual({ version: 1, ...made });
  expect((await session.call(path)).json).toEqual({ version: 1, ...made });
  expect(asked(session)).toHaveLength(1);
});

it('colours are empty if they cannot be made, without an error', async () => {
  const session = await openSession(worker, 'review');
  const answer = session.call(path);
  const { request } = await session.message('derive');
  const failure = { code: 'queue_full', error: 'Later.' };
  session.send({ type: 'derived', request, failure });
  expect(await answer).toMatchObject({ status: 200, json: nothing });
});

it('colours are empty before the content is ready', async () => {
  const session = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
  expect(await session.call(path)).toMatchObject({ status: 200, json: nothing });
  expect(asked(session)).toEqual([]);
});

it('colours are requested only when a browser loads the page, once the content is ready', async () => {
  const session = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
  const navigation = {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  expect((await session.call('/')).status).toBe(200);
  expect((await session.call('/', { headers: navigation })).status).toBe(200);
  expect(asked(session)).toEqual([]);
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  await session.message('derive');
  expect((await session.call('/')).status).toBe(200);
  await make(session);
  session.send({ type: 'derived', request: 1 });
  await until('they are there', async () => {
    const { json } = await session.call(path);
    return (json as { styles: string[] }).styles.length === 1;
  });
  expect(asked(session)).toHaveLength(1);
});

it('a plan has no route for colours', async () => {
  const session = await openSession(worker, 'plan');
  const headers = {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  expect((await session.call('/', { headers })).status).toBe(200);
  expect((await session.call(path)).status).toBe(404);
  expect(asked(session)).toEqual([]);
});
