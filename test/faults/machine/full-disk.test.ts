import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Decision } from '../../../shared/session/decision.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { isThere } from '../../helpers/processes.ts';
import type { TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { startOn } from './disk-home.ts';
import { makeSubjects, openedSubjects, type Subjects } from './disk-subjects.ts';
import { failAtEachWrite, resources, roomOf } from './each-write.ts';
import { isLongRun } from './size.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

let disk: SmallDisk;
let subjects: Subjects;
let galley: TestSupervisor;
/** Open all the time. */
let standing: { readonly id: string; readonly url: string; readonly pid: number };

beforeAll(async () => {
  subjects = await makeSubjects();
  disk = await smallDisk({ bytes: 64 * 2 ** 20, inodes: 2000 });
  galley = await startOn(disk, { allowPrivateUrls: true });
  standing = await open({});
});
afterEach(() => disk.makeRoom());
afterAll(async () => {
  await galley.stop();
  await disk.remove();
  subjects.remove();
});

const names = (folder: string) => readdir(join(disk.outside, 'state', folder));
const namesOrNone = (folder: string) => names(folder).catch((): string[] => []);
const idOf = (name: string): string => name.split('.')[0] ?? '';
const open = (request: object) =>
  galley.open({ mode: 'plan', content: '# A plan', detached: true, ...request });
const answers = async (url: string) =>
  (await call(`${url}${sessionPath('getSession')}`)).status === 200;
const close = (id: string) =>
  galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });

const storageFailed = {
  code: 'storage_failed',
  error: expect.stringMatching(/ENOSPC|EROFS|ENOTDIR/u),
};

/** The first two write every kind of file that opening writes. */
const opened = openedSubjects.slice(0, isLongRun ? undefined : 2);

/** Sessions that were open: if they end on a full disk, that is written once there is room, maybe much later. */
const wereOpen = new Set<string>();

describe.each(resources)('a disk without %s', (resource) => {
  test.each(opened)(
    'fails to open %s with a message at each write, and leaves nothing behind',
    async (subject) => {
      const spools = await names('sessions');
      for (const name of await names('decisions')) wereOpen.add(idOf(name));
      wereOpen.add(standing.id);
      await failAtEachWrite(disk, resource, async () => {
        const answer = await galley.api(controlPath('openSession'), {
          method: 'POST',
          body: subjects.openRequest(subject),
        });
        const isOpen = answer.status === 201;
        if (!isOpen) expect(answer).toMatchObject({ status: 500, json: storageFailed });
        const opened = isOpen ? (answer.json as { id: string }).id : undefined;
        if (opened !== undefined) wereOpen.add(opened);
        const isReady = opened !== undefined && (await isPrepared(opened));
        expect(await answers(standing.url)).toBe(true);
        await until(
          'of what has ended nothing is left, or its name until its end is written',
          async () => {
            const ended = (await names('sessions')).filter((id) => !spools.includes(id));
            const left = await Promise.all(ended.map((id) => namesOrNone(`sessions/${id}`)));
            return left.flat().every((name) => name === 'session.json' || name === 'opened.json');
          },
        );
        // Sessions that could not be opened have no decision either.
        expect((await names('decisions')).map(idOf).filter((id) => !wereOpen.has(id))).toEqual([]);
        return isReady;
      });
      disk.makeRoom();
      const left = async () => (await names('sessions')).filter((id) => id !== standing.id);
      await until('no other spool is left', async () => (await left()).length === 0);
    },
    120_000,
  );

  test('does not keep anyone from learning that a session is lost, which is written when there is room', async () => {
    const outcome = async (id: string) =>
      (
        (await galley.api(controlPath('getDecision', { params: { id }, query: { wait: 60 } })))
          .json as Decision
      ).outcome;
    const expectWritten = async (id: string) => {
      disk.makeRoom();
      await until('the decision is written', async () =>
        (await names('decisions')).includes(`${id}.json`),
      );
      await until('the registry is written', async () =>
        (await galley.registry()).sessions.every((session) => session.id !== id),
      );
    };
    const lost = await open({});
    disk.leave(roomOf(resource, 0));
    process.kill(lost.pid, 'SIGKILL');
    expect(await outcome(lost.id)).toBe('undecided');
    await expectWritten(lost.id);
    expect(await outcome(lost.id)).toBe('undecided');

    const closed = await open({});
    disk.leave(roomOf(resource, 0));
    // By itself: the process exits even if it cannot write its decision.
    expect((await close(closed.id)).json).toMatchObject({
      outcome: 'closed',
      death: { signal: null },
    });
    expect(await outcome(closed.id)).toBe('closed');
    await expectWritten(closed.id);
  });

  test('does not end sessions because of their log, which continues when there is room', async () => {
    const { id, url, pid } = standing;
    disk.leave(roomOf(resource, 0));
    // Several pages of it.
    for (let count = 0; count < 100; count += 1) expect(await answers(url)).toBe(true);
    expect(isThere(pid)).toBe(true);
    disk.makeRoom();
    const log = () => readFile(join(disk.outside, 'state', 'log', `${id}.log`), 'utf8');
    const { length } = await log();
    await call(`${url}${sessionPath('getPlan')}`);
    await until('the request is logged', async () =>
      (await log()).slice(length).includes(sessionPath('getPlan')),
    );
  });
});

const isPrepared = async (id: string): Promise<boolean> => {
  const preparation = async () =>
    (
      (await galley.api(controlPath('getSession', { params: { id } }))).json as {
        preparation: { state: string };
      }
    ).preparation;
  await until(
    'it is prepared, or that has failed',
    async () => (await preparation()).state !== 'preparing',
  );
  const prepared = await preparation();
  // Git's own errors are passed on.
  if (prepared.state !== 'ready')
    expect(prepared).toMatchObject({
      code: expect.stringMatching(/^(?:storage|git)_failed$/u),
      error: expect.stringMatching(/ENOSPC|No space left on device|Out of diskspace/u),
    });
  expect((await close(id)).status).toBe(200);
  return prepared.state === 'ready';
};
