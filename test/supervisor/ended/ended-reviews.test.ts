import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEnded } from '../../../shared/node/ended-reviews.ts';
import type { EndedSession } from '../../../shared/session/session.ts';
import { EndedReviews } from '../../../supervisor/ended/ended-reviews.ts';
import { Decisions } from '../../../supervisor/sessions/decisions.ts';
import { until } from '../../helpers/until.ts';

const dayMs = 24 * 60 * 60 * 1000;
const session: Omit<EndedSession, 'isKept'> = {
  id: '0123456789ab',
  mode: 'review',
  state: 'running',
  pid: 1,
  startTime: '1',
  port: 1,
  url: 'http://127.0.0.1:1',
  title: 'T',
  project: 'p',
  cwd: '/',
  origin: 'codex',
  isDetached: true,
  preparation: { state: 'ready' },
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  openedAt: '2026-01-01T10:00:00.000Z',
  outcome: 'approved',
  death: { class: 'clean', exitCode: 0, signal: null, message: '' },
  endedAt: '2026-01-01T11:00:00.000Z',
};
const { id } = session;

let root: string;
let spool: string;
let decisions: Decisions;
let ended: EndedReviews;
let removed: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'galley-ended-'));
  spool = join(root, 'sessions', id);
  await mkdir(spool, { recursive: true });
  await mkdir(join(root, 'decisions'));
  decisions = new Decisions(join(root, 'decisions'));
  removed = [];
  ended = endedWith(Number.POSITIVE_INFINITY);
});
afterEach(() => rm(root, { recursive: true }));

const endedWith = (maxBytes: number) =>
  new EndedReviews({
    folder: join(root, 'decisions'),
    maxBytes,
    onRemoved: (ids) => removed.push(...ids),
    logger: pino({ enabled: false }),
  });

const put = (names: readonly string[]) =>
  Promise.all(names.map((name) => writeFile(join(spool, name), '{}')));
const label = {
  id,
  mode: 'review',
  title: 'T',
  project: 'p',
  source: { kind: 'patch', path: '/a' },
};
const writeLabel = () => writeFile(join(spool, 'session.json'), JSON.stringify(label));
const decide = () =>
  decisions.writeLost({ session, outcome: 'closed', reason: 'Done.', decidedAt: session.endedAt });
/** @returns the ids of those that went */
const sweep = async (nowMs: number, isRunning = false, from = ended) => {
  removed = [];
  await from.sweep({ nowMs, keepDays: 30, decisions, inUse: { hasSession: () => isRunning } });
  return removed;
};

describe('keeping a review', () => {
  it('moves its spool, and drops what nobody needs: the input, ids, and contents read before the last', async () => {
    await put([
      'input',
      'opened.json',
      'contents.json',
      'patch.diff',
      'manifest.json',
      'side-0-new',
    ]);
    for (const version of ['version-2', 'version-10', 'version-11'])
      await mkdir(join(spool, version));
    // The eleventh was never whole.
    for (const version of ['version-2', 'version-10']) await put([join(version, 'manifest.json')]);
    await writeLabel();
    expect(await ended.keep(spool, session)).toBe(true);
    expect(await readdir(join(root, 'sessions'))).toEqual([]);
    expect(await ended.find(id)).toMatchObject({
      version: 10,
      source: { kind: 'path', path: '/a' },
    });
    await until('the rest is dropped', async () => {
      const names = await readdir(join(root, 'decisions', id));
      return names.sort().join() === 'ended.json,version-10';
    });
  });

  it.each([
    ['no content', ['session.json']],
    ['nothing that says what it was', ['manifest.json', 'patch.diff']],
  ])('leaves a spool with %s where it is', async (_, names) => {
    await put(names);
    if (names.includes('session.json')) await writeLabel();
    expect(await ended.keep(spool, session)).toBe(false);
    expect(await readdir(spool)).toEqual(names.toSorted());
  });
});

describe('what is kept', () => {
  beforeEach(async () => {
    await put(['patch.diff', 'manifest.json']);
    await writeLabel();
    await decide();
    await ended.keep(spool, session);
  });
  const at = Date.now();

  it('goes with its decision, a day after that was collected', async () => {
    await decisions.markCollected(id, new Date(at));
    await decisions.sweep(at + dayMs - 1000, { hasSession: () => false });
    expect(await sweep(at)).toEqual([]);
    await decisions.sweep(at + dayMs + 1000, { hasSession: () => false });
    expect(await sweep(at)).toEqual([id]);
    expect(await readdir(join(root, 'decisions'))).toEqual([]);
  });

  it('goes after keepDays, though the decision waits on', async () => {
    expect(await sweep(at + 29 * dayMs)).toEqual([]);
    expect(await sweep(at + 31 * dayMs, true)).toEqual([]);
    expect(await sweep(at + 31 * dayMs)).toEqual([id]);
    expect(await readdir(join(root, 'decisions'))).toEqual([`${id}.json`]);
  });

  it('is rid of the rest of its spool by a later supervisor, too', async () => {
    const folder = join(root, 'decisions', id);
    const hasLabel = async () => (await readdir(folder)).includes('session.json');
    await until('the first has dropped it', async () => !(await hasLabel()));
    await writeFile(join(folder, 'session.json'), '{}');
    expect(await sweep(at)).toEqual([]);
    expect(await hasLabel()).toBe(false);
    expect(await readdir(folder)).toContain('ended.json');
  });

  it('is that of its own folder, and no other that one names or leads to', async () => {
    const folder = join(root, 'decisions', id);
    const elsewhere = join(root, 'elsewhere');
    await rename(folder, elsewhere);
    await writeFile(join(elsewhere, 'mine.txt'), 'Mine.');
    await symlink(elsewhere, folder);
    expect(await ended.find(id)).toBeUndefined();
    expect(await sweep(at)).toEqual([]);
    expect(await readdir(elsewhere)).toContain('mine.txt');
    expect(await sweep(at + 31 * dayMs)).toEqual([id]);
    expect(await readdir(elsewhere)).toContain('mine.txt');
    const other = '1'.repeat(12);
    await rename(elsewhere, join(root, 'decisions', other));
    expect(await ended.find(other)).toBeUndefined();
    expect(await listEnded(join(root, 'decisions'))).toEqual([]);
  });

  it('is listed; what is damaged is not, and goes where it has no decision', async () => {
    const other = join(root, 'decisions', '1'.repeat(12));
    await mkdir(other);
    await writeFile(join(other, 'ended.json'), '{');
    expect((await listEnded(join(root, 'decisions'))).map((one) => one.id)).toEqual([id]);
    await utimes(join(other, 'ended.json'), new Date(at), new Date(at));
    expect(await sweep(at)).toEqual(['1'.repeat(12)]);
    expect(await ended.find('../decisions')).toBeUndefined();
  });
});

describe('what ended reviews take', () => {
  const kib = 1024;
  const idOf = (index: number) => String(index).repeat(12);
  const pathOf = (index: number) => join(root, 'decisions', idOf(index));
  const exists = (index: number) => existsSync(pathOf(index));

  /** Ends a review whose patch has so many bytes. */
  const endOne = async (from: EndedReviews, index: number, bytes: number): Promise<boolean> => {
    const own = { ...session, id: idOf(index) };
    const folder = join(root, 'sessions', own.id);
    await mkdir(folder);
    await writeFile(join(folder, 'patch.diff'), 'x'.repeat(bytes));
    await writeFile(join(folder, 'manifest.json'), '{}');
    await writeFile(join(folder, 'session.json'), JSON.stringify({ ...label, id: own.id }));
    // What is not kept does not count.
    await writeFile(join(folder, 'input'), 'x'.repeat(100 * kib));
    const decidedAt = own.endedAt;
    await decisions.writeLost({ session: own, outcome: 'closed', reason: 'Done.', decidedAt });
    const isKept = await from.keep(folder, own);
    if (isKept) await utimes(join(pathOf(index), 'ended.json'), index, index);
    return isKept;
  };

  it('is bounded: the oldest goes first, and its decision stays', async () => {
    const bounded = endedWith(40 * kib);
    for (const index of [1, 2, 3]) expect(await endOne(bounded, index, 12 * kib)).toBe(true);
    expect(removed).toEqual([]);
    expect(await endOne(bounded, 4, 20 * kib)).toBe(true);
    await until('the oldest two are gone', () => !exists(1) && !exists(2));
    expect(removed).toEqual([idOf(1), idOf(2)]);
    expect([exists(3), exists(4)]).toEqual([true, true]);
    for (const index of [1, 2, 3, 4]) expect(await decisions.has(idOf(index))).toBe(true);
  });

  it('is bounded for what a supervisor finds at its start, too', async () => {
    for (const index of [3, 1, 2]) await endOne(ended, index, 12 * kib);
    const nowMs = 4000;
    expect(await sweep(nowMs, false, endedWith(30 * kib))).toEqual([idOf(1)]);
    expect(await sweep(nowMs, false, endedWith(30 * kib))).toEqual([]);
    // Those of running sessions are left alone.
    expect(await sweep(nowMs, true, endedWith(0))).toEqual([]);
    expect([exists(1), exists(2), exists(3)]).toEqual([false, true, true]);
  });

  it('is never more than the bound for one that is larger: nothing goes for it', async () => {
    const bounded = endedWith(20 * kib);
    await endOne(bounded, 1, 12 * kib);
    expect(await endOne(bounded, 2, 30 * kib)).toBe(false);
    expect([exists(1), exists(2)]).toEqual([true, false]);
    expect(await decisions.has(idOf(2))).toBe(true);
    expect(removed).toEqual([]);
  });

  it('is nothing where the setting says so', async () => {
    expect(await endOne(endedWith(0), 1, 0)).toBe(false);
  });

  it('counts the whole of a change that was read anew', async () => {
    const folder = join(spool, 'version-2');
    await mkdir(folder);
    await writeFile(join(folder, 'manifest.json'), '{}');
    await writeFile(join(folder, 'side-0-new'), 'x'.repeat(30 * kib));
    await writeLabel();
    expect(await endedWith(20 * kib).keep(spool, session)).toBe(false);
    expect(await endedWith(40 * kib).keep(spool, session)).toBe(true);
  });
});
