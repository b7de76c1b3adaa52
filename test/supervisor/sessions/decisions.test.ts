import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { heldPath, holdDecision, releaseDecision } from '../../../shared/node/decision-file.ts';
import { decisionSchema } from '../../../shared/session/decision.ts';
import { Decisions } from '../../../supervisor/sessions/decisions.ts';

const session = { id: '0123456789ab', mode: 'plan', title: 'T', project: 'p' } as const;
const lost = {
  session,
  outcome: 'undecided',
  reason: 'It was killed.',
  decidedAt: '2026-01-01T00:00:00.000Z',
} as const;
const hourMs = 60 * 60 * 1000;
let folder: string;
let decisions: Decisions;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-decisions-'));
  decisions = new Decisions(folder);
});
afterEach(() => rm(folder, { recursive: true }));

test('a lost session gets a decision with a reason that approves nothing', async () => {
  expect(await decisions.has(session.id)).toBe(false);
  await decisions.writeLost(lost);
  const decision = decisionSchema.parse(JSON.parse(await text(decisions.read(session.id))));
  expect(decision).toMatchObject({
    outcome: 'undecided',
    reason: 'It was killed.',
    annotations: [],
    comments: [],
  });
  expect(decision.markdown).toContain('not an approval');
});

test('the first decision wins', async () => {
  await decisions.writeLost(lost);
  await decisions.writeLost({ ...lost, outcome: 'closed', reason: 'Later.' });
  expect(await decisions.outcomeOf(session.id)).toBe('undecided');
  expect(await readdir(folder)).toEqual([`${session.id}.json`]);
});

test('a decision is not replaced by a held one', async () => {
  await decisions.writeLost(lost);
  const path = decisions.pathOf(session.id);
  const standing = await readFile(path, 'utf8');
  for (const settle of [
    () => decisions.settled(session.id, { isHeld: true }),
    () => releaseDecision(path),
    () => decisions.settled(session.id, { isHeld: false }),
  ]) {
    await writeFile(heldPath(path), standing.replace('undecided', 'approved'));
    expect(await settle()).toEqual({ outcome: 'undecided', isReleased: false });
    expect(await readFile(path, 'utf8')).toBe(standing);
    expect(await readdir(folder)).toEqual([`${session.id}.json`]);
  }
});

test('nothing is held if it is unknown whether the session is decided', async () => {
  const path = decisions.pathOf(session.id);
  await mkdir(path);
  const { decidedAt } = lost;
  const decision = { ...session, outcome: 'approved' as const, decidedAt };
  await expect(
    holdDecision(path, { ...decision, comments: [], annotations: [] }),
  ).rejects.toMatchObject({ code: 'storage_failed' });
  expect(await readdir(folder)).toEqual([`${session.id}.json`]);
});

test('an id that is a path has no decision', async () => {
  expect(await decisions.has('../../etc/passwd')).toBe(false);
});

const unused = { hasSession: () => false };

test('the feedback text is removed with its decision, and at once without one', async () => {
  await decisions.writeLost(lost);
  for (const id of [session.id, '000000000000']) await writeFile(join(folder, `${id}.md`), 'text');
  const now = Date.now();
  await decisions.markCollected(session.id, new Date(now));
  await decisions.sweep(now, unused);
  expect((await readdir(folder)).filter((name) => name.endsWith('.md'))).toEqual([
    `${session.id}.md`,
  ]);
  await decisions.sweep(now + 25 * hourMs, unused);
  expect(await readdir(folder)).toEqual([]);
});

test('a decision is kept for a day after it was collected', async () => {
  await decisions.writeLost(lost);
  const now = Date.parse('2026-06-01T00:00:00.000Z');
  await decisions.sweep(now + 1000 * hourMs, unused);
  expect(await decisions.has(session.id)).toBe(true);
  await decisions.markCollected(session.id, new Date(now));
  await decisions.sweep(now + 23 * hourMs, unused);
  expect(await decisions.has(session.id)).toBe(true);
  await decisions.sweep(now + 25 * hourMs, unused);
  expect(await readdir(folder)).toEqual([]);
});

test('the decision of a running session is kept however long ago it was collected', async () => {
  await decisions.writeLost(lost);
  await decisions.markCollected(session.id, new Date(0));
  await decisions.sweep(Date.now(), { hasSession: (id) => id === session.id });
  expect(await decisions.has(session.id)).toBe(true);
});
