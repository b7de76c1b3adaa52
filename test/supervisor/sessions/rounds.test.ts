import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenRequest } from '../../../shared/session/session.ts';
import { Rounds, roundsKeys } from '../../../supervisor/sessions/rounds.ts';
import type { InspectedSource } from '../../../supervisor/sessions/source.ts';

const stateFolder = '/state';
const cwd = '/work';
const inspectedAs = (key: string) => ({
  source: { kind: 'text' } as const,
  shown: { kind: 'content' } as const,
  title: 't',
  project: 'p',
  key,
  capabilities: [],
});
const keyOf = (request: OpenRequest, inspected: InspectedSource = inspectedAs('a')) =>
  roundsKeys({ request, inspected, stateFolder }).key;
const onBranch = (branch: string, key?: string) =>
  keyOf(
    { mode: 'review', cwd, origin: 'cli', ...(key === undefined ? {} : { key }) },
    { ...inspectedAs('a'), branch },
  );
const patch = (path: string) => ({ ...inspectedAs(path), copied: path });

describe('reviews of the same subject', () => {
  const plan: OpenRequest = { mode: 'plan', cwd, content: '# A', origin: 'cli' };
  const ofAgent: OpenRequest = { ...plan, origin: 'codex', agentSession: 's' };
  const review: OpenRequest = { mode: 'review', cwd, origin: 'cli' };
  const ofAgentToo: OpenRequest = { ...review, origin: 'codex', agentSession: 's' };

  it.each<[string, string, string]>([
    ['by the same asker', keyOf(plan), keyOf({ ...plan, title: 'Another title' })],
    [
      'by the key that was given',
      keyOf({ ...plan, key: 'k' }),
      keyOf({ ...plan, key: 'k' }, inspectedAs('b')),
    ],
    [
      "of an agent's session, whatever their heading",
      keyOf(ofAgent),
      keyOf({ ...ofAgent, key: 'B', cwd: '/work/web' }, inspectedAs('b')),
    ],
    ['of a branch', onBranch('main'), onBranch('main')],
    ['by the key that was given, on any branch', onBranch('main', 'k'), onBranch('side', 'k')],
    [
      'from stdin, as a patch',
      keyOf(review, patch('/state/stdin-1.patch')),
      keyOf(review, patch('/state/stdin-2.patch')),
    ],
  ])('are rounds of each other: %s', (_, one, other) => {
    expect(one).toBe(other);
  });

  it.each<[string, string, string]>([
    ['asker', keyOf(plan), keyOf({ ...plan, origin: 'codex' })],
    ['mode', keyOf(plan), keyOf({ mode: 'document', cwd, content: '# A', origin: 'cli' })],
    ['folder', keyOf(plan), keyOf({ ...plan, cwd: '/elsewhere' })],
    ['branch', onBranch('main'), onBranch('side')],
    ['path', keyOf(plan), keyOf(plan, inspectedAs('b'))],
    ['patch', keyOf(review, patch('/a.patch')), keyOf(review, patch('/b.patch'))],
    ['session of an agent', keyOf(ofAgent), keyOf({ ...ofAgent, agentSession: 't' })],
    ['range of an agent', keyOf(ofAgentToo), keyOf(ofAgentToo, inspectedAs('b'))],
    ['agent', keyOf(ofAgent), keyOf({ ...ofAgent, origin: 'gemini' })],
  ])('differing in %s are not', (_, one, other) => {
    expect(one).not.toBe(other);
  });
});

describe('the round', () => {
  let folder: string;
  let rounds: Rounds;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-rounds-'));
    rounds = open();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = () => new Rounds(folder, (id) => ({ spool: join(folder, id), decision: id }));
  const review = (id: string, round: number) =>
    ({ id, mode: 'plan', round, roundsKey: 'a' }) as const;

  it('counts the reviews that asked for changes', async () => {
    expect(await rounds.next({ key: 'a' })).toBe(1);
    await rounds.ended(review('1', 1), 'denied');
    await rounds.ended(review('2', 2), 'feedback');
    expect([await rounds.next({ key: 'a' }), await rounds.next({ key: 'b' })]).toEqual([3, 1]);
  });

  it('is known to the next supervisor', async () => {
    await rounds.ended(review('1', 1), 'denied');
    expect(await open().next({ key: 'a' })).toBe(2);
  });

  it('starts at 1 after an approval', async () => {
    await rounds.ended(review('1', 1), 'denied');
    await rounds.ended(review('2', 2), 'approved');
    expect(await rounds.next({ key: 'a' })).toBe(1);
  });

  it('leaves no file if the first review was approved', async () => {
    await rounds.ended(review('1', 1), 'approved');
    expect(await readdir(folder)).toEqual([]);
  });

  it('ignores closed and lost reviews', async () => {
    await rounds.ended(review('1', 1), 'closed');
    await rounds.ended(review('2', 1), 'undecided');
    expect(await rounds.next({ key: 'a' })).toBe(1);
  });

  it('counts each review once, whoever reports it', async () => {
    await rounds.ended(review('1', 1), 'denied');
    await open().ended(review('1', 1), 'denied');
    expect(await rounds.next({ key: 'a' })).toBe(2);
  });

  it('counts concurrent reviews, and counts not written yet', async () => {
    void rounds.ended(review('1', 1), 'denied');
    void rounds.ended(review('2', 1), 'denied');
    expect(await rounds.next({ key: 'a' })).toBe(3);
  });

  it('continues from the review itself if the count has expired', async () => {
    await rounds.ended(review('1', 7), 'denied');
    expect(await rounds.next({ key: 'a' })).toBe(8);
  });

  it.each(['{', '{"rounds":-1,"counted":[]}', '[]'])(
    'begins anew where its file says %s',
    async (text) => {
      await writeFile(join(folder, 'a.json'), text);
      expect(await rounds.next({ key: 'a' })).toBe(1);
      await rounds.ended(review('1', 1), 'denied');
      expect(await rounds.next({ key: 'a' })).toBe(2);
    },
  );

  it('goes on where a release that knew no branches has ended, for the first branch that asks', async () => {
    await rounds.ended(review('1', 1), 'denied');
    await mkdir(join(folder, 'a.last'));
    expect(await rounds.next({ key: 'on-main', earlier: 'a' })).toBe(2);
    expect((await readdir(folder)).toSorted()).toEqual(['on-main.json', 'on-main.last']);
    expect(await rounds.next({ key: 'on-side', earlier: 'a' })).toBe(1);
    await rounds.ended(review('2', 1), 'denied');
    expect(await rounds.next({ key: 'on-main', earlier: 'a' })).toBe(2);
  });

  it('is lost, and nothing else, if the disk is full', async () => {
    await rm(folder, { recursive: true });
    await rounds.ended(review('1', 1), 'denied');
    await mkdir(folder);
    expect(await rounds.next({ key: 'a' })).toBe(1);
  });
});
