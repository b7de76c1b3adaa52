import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { heldPath } from '../../shared/node/decision-file.ts';
import type { Held } from '../../shared/session/outcome.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const annotations = sessionPath('listAnnotations');
const finding = { source: 'lint', scope: 'general', text: 'stands' };
const stands = { source: 'lint', text: 'stands' };
/** Longer than any test. */
const long = 60;
/** File system timestamps may lag by this much. */
const clockStepMs = 20;

const post = (session: TestSession, path: string, body: unknown = {}) =>
  session.call(path, { method: 'POST', body });
const release = (session: TestSession) => post(session, sessionPath('releaseDecision'));
const undo = (session: TestSession) => post(session, sessionPath('undoDecision'));
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
/** Which of the two decision files exist. */
const filesOf = async ({ files: { decision } }: TestSession) => ({
  held: await isThere(heldPath(decision)),
  released: await isThere(decision),
});
const draft = (generation: number) => ({ generation, feedback: 'Words.', comments: [] });
const saveDraft = (session: TestSession, generation: number) =>
  session.call(sessionPath('saveDraft'), { method: 'PUT', body: draft(generation) });

/** A session with a finding, a draft and a held decision. */
const openHeld = async (undoSeconds: number, body: object = { feedback: 'words' }) => {
  const session = await openSession(worker, 'plan');
  await post(session, annotations, finding);
  await saveDraft(session, 1);
  const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  await page.next();
  const answer = await post(session, sessionPath('deny'), { ...body, undoSeconds });
  expect(answer.status).toBe(200);
  return { session, page, held: answer.json as Held };
};

const newsIn = ({ events }: Awaited<ReturnType<typeof openStream>>): unknown[] =>
  events
    .map(({ data }) => data as { type: string })
    .filter(({ type }) => ['held', 'undone', 'released', 'ended'].includes(type));

describe('a decision that can be undone', () => {
  const cases: readonly (readonly [Mode, string, object, string])[] = [
    ['plan', sessionPath('approve'), {}, 'approved'],
    ['plan', sessionPath('deny'), { feedback: 'no' }, 'denied'],
    ['document', sessionPath('sendFeedback'), { feedback: 'shorter' }, 'feedback'],
    ['review', sessionPath('sendFeedback'), { approved: true }, 'approved'],
    ['review', sessionPath('exit'), {}, 'closed'],
  ];
  it.each(cases)(
    'of a %s by %s %j is durable at once, and released when the time is over',
    async (mode, path, body, outcome) => {
      const session = await openSession(worker, mode);
      await post(session, annotations, finding);
      const answer = await post(session, path, { ...body, undoSeconds: 0.3 });
      expect(answer).toMatchObject({ status: 200, json: { outcome } });
      const { decidedAt, releaseAt } = answer.json as Held;
      expect(await session.exited()).toEqual({ code: 0, signal: null });
      expect(await session.decision()).toMatchObject({
        outcome,
        mode,
        decidedAt,
        annotations: [{ text: 'stands' }],
      });
      // Renaming a file updates its ctime.
      const { ctimeMs } = await stat(session.files.decision);
      expect(ctimeMs).toBeGreaterThan(Date.parse(releaseAt) - clockStepMs);
      expect(await filesOf(session)).toEqual({ held: false, released: true });
      const told = session.messages.filter(({ type }) => type === 'held' || type === 'decided');
      expect(told).toEqual([
        { type: 'held', held: { outcome, decidedAt, releaseAt } },
        { type: 'decided', outcome },
      ]);
    },
  );

  it('is shown as held, and the session cannot be changed meanwhile', async () => {
    const { session, page, held } = await openHeld(long);
    expect(await filesOf(session)).toEqual({ held: true, released: false });
    const info = await session.call(sessionPath('getSession'));
    expect(info.json).toMatchObject({ state: 'running', held });
    expect(info.json).not.toHaveProperty('outcome');
    const refused = { status: 409, json: { code: 'already_decided' } };
    expect(await post(session, annotations, finding)).toMatchObject(refused);
    expect(await session.call(annotations, { method: 'DELETE' })).toMatchObject(refused);
    expect(await saveDraft(session, 2)).toMatchObject(refused);
    expect(await post(session, sessionPath('approve'))).toMatchObject(refused);
    expect(await post(session, sessionPath('exit'), { undoSeconds: 5 })).toMatchObject(refused);
    expect(await isThere(session.files.draft)).toBe(true);
    const later = await openStream(`${session.url}${sessionPath('streamEvents')}`);
    await until('a page that comes later hears it', () => newsIn(later).length > 0);
    for (const stream of [later, page])
      await expect.poll(() => newsIn(stream)).toEqual([{ type: 'held', held }]);
    expect(session.messages.some(({ type }) => type === 'decided')).toBe(false);
  });

  it('is released at once on request, and its draft deleted', async () => {
    const { session, page, held } = await openHeld(long);
    const { outcome, decidedAt } = held;
    expect(await release(session)).toMatchObject({ status: 200, json: { outcome, decidedAt } });
    expect(await isThere(session.files.draft)).toBe(false);
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect(await session.decision()).toMatchObject({ outcome, decidedAt, feedback: 'words' });
    expect(await filesOf(session)).toEqual({ held: false, released: true });
    await until('the stream is over', page.isOver);
    expect(newsIn(page)).toEqual([
      { type: 'held', held },
      { type: 'released', outcome, decidedAt },
      { type: 'ended', outcome },
    ]);
  });

  it('leaves no trace when it is undone', async () => {
    const { session, page, held } = await openHeld(long);
    expect(await undo(session)).toMatchObject({ status: 200, json: {} });
    expect(await filesOf(session)).toEqual({ held: false, released: false });
    expect((await session.call(sessionPath('getSession'))).json).not.toHaveProperty('held');
    expect((await session.call(annotations)).json).toMatchObject({ annotations: [stands] });
    expect((await session.call(sessionPath('getDraft'))).json).toMatchObject({
      draft: { feedback: 'Words.' },
    });
    expect((await saveDraft(session, 2)).status).toBe(200);
    expect((await post(session, annotations, { ...finding, text: 'later' })).status).toBe(201);
    const later = await openStream(`${session.url}${sessionPath('streamEvents')}`);
    await until('a page that comes later hears it', () => newsIn(later).length > 0);
    expect(newsIn(later)).toEqual([{ type: 'undone' }]);
    await expect.poll(() => newsIn(page)).toEqual([{ type: 'held', held }, { type: 'undone' }]);
    expect((await post(session, sessionPath('approve'))).status).toBe(200);
    await session.exited();
    expect(await session.decision()).toMatchObject({
      outcome: 'approved',
      annotations: [stands, { text: 'later' }],
    });
    const told = session.messages.filter(({ type }) => type === 'held' || type === 'decided');
    expect(told).toEqual([
      { type: 'held', held },
      { type: 'held', held: null },
      { type: 'decided', outcome: 'approved' },
    ]);
  });

  it('can be made again after it was undone, with its own time limit', async () => {
    const { session } = await openHeld(3);
    expect((await undo(session)).status).toBe(200);
    const again = await post(session, sessionPath('approve'), { undoSeconds: 3.5 });
    const { releaseAt } = again.json as Held;
    await session.exited();
    expect((await session.decision()).outcome).toBe('approved');
    const { ctimeMs } = await stat(session.files.decision);
    expect(ctimeMs).toBeGreaterThan(Date.parse(releaseAt) - clockStepMs);
  });

  it.each([sessionPath('undoDecision'), sessionPath('releaseDecision')])(
    'makes %s fail unless it is held',
    async (path) => {
      const session = await openSession(worker, 'plan');
      expect(await post(session, path)).toMatchObject({ status: 409, json: { code: 'not_held' } });
      const answer = await post(session, sessionPath('approve'), { undoSeconds: long });
      expect(answer.status).toBe(200);
      await undo(session);
      expect(await session.call(path, { method: 'POST' })).toMatchObject({
        status: 409,
        json: { code: 'not_held' },
      });
    },
  );

  it('is either undone or released, however many ask for both', async () => {
    const { session } = await openHeld(long);
    const answers = await Promise.all(
      [undo, release, undo, release, release, undo].map(async (ask) => ({
        ask,
        ...(await ask(session)),
      })),
    );
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const isReleased = won?.ask === release;
    expect(await filesOf(session)).toEqual({ held: false, released: isReleased });
    const code = isReleased ? 'already_decided' : 'not_held';
    for (const answer of answers.filter((other) => other !== won))
      expect(answer).toMatchObject({ status: 409, json: { code } });
  });

  it.each([-1, 60.1, '5', null])('is refused with %j seconds to undo', async (undoSeconds) => {
    const session = await openSession(worker, 'review');
    const refused = { status: 400, json: { code: 'invalid_request' } };
    expect(await post(session, sessionPath('sendFeedback'), { undoSeconds })).toMatchObject(
      refused,
    );
    expect(await post(session, sessionPath('exit'), { undoSeconds })).toMatchObject(refused);
  });
});

describe('the end of a session whose decision is held', () => {
  test.each([
    ['closed', (session: TestSession) => session.send({ type: 'close', reason: 'Enough.' })],
    ['terminated', ({ child }: TestSession) => child.kill('SIGTERM')],
  ])('%s: the decision is released', async (_, end) => {
    const { session, page } = await openHeld(long);
    end(session);
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    const decision = await session.decision();
    expect(decision).toMatchObject({ outcome: 'denied', feedback: 'words' });
    expect(decision).not.toHaveProperty('reason');
    expect(await filesOf(session)).toEqual({ held: false, released: true });
    expect(await isThere(session.files.draft)).toBe(false);
    await until('the stream is over', page.isOver);
    expect(newsIn(page).slice(1)).toMatchObject([{ type: 'released' }, { type: 'ended' }]);
  });

  test('by the loss of its supervisor: the decision is released, not lost', async () => {
    const session = await openSession(worker, 'plan', { change: () => ({ orphanMinutes: 0.05 }) });
    await post(session, sessionPath('approve'), { undoSeconds: long });
    session.child.disconnect();
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect((await session.decision()).outcome).toBe('approved');
  });

  test('by a kill: the decision is still held intact for the next supervisor', async () => {
    const { session } = await openHeld(long);
    session.child.kill('SIGKILL');
    await session.exited();
    expect(await filesOf(session)).toEqual({ held: true, released: false });
    const text = await readFile(heldPath(session.files.decision), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ outcome: 'denied', annotations: [stands] });
  });
});

describe('changes on the disk from outside', () => {
  test('a missing folder prevents holding, undoing and releasing until it is back', async () => {
    const session = await openSession(worker, 'plan');
    const folder = dirname(session.files.decision);
    const failed = { status: 500, json: { code: 'storage_failed' } };
    const away = () => rename(folder, `${folder}.away`);
    const back = () => rename(`${folder}.away`, folder);
    const hold = () => post(session, sessionPath('approve'), { undoSeconds: long });
    await away();
    expect(await hold()).toMatchObject(failed);
    expect((await post(session, annotations, finding)).status).toBe(201);
    await back();
    expect((await hold()).status).toBe(200);
    await away();
    expect(await undo(session)).toMatchObject(failed);
    expect(await release(session)).toMatchObject(failed);
    await back();
    expect((await undo(session)).status).toBe(200);
    expect((await hold()).status).toBe(200);
    expect((await release(session)).status).toBe(200);
    await session.exited();
    expect((await session.decision()).outcome).toBe('approved');
  });

  test('a release that failed on time is retried', async () => {
    const session = await openSession(worker, 'plan');
    const folder = dirname(session.files.decision);
    await post(session, sessionPath('approve'), { undoSeconds: 2 });
    await rename(folder, `${folder}.away`);
    await until('it is told in the log', async () =>
      (await readFile(session.files.log, 'utf8')).includes('decision not released'),
    );
    await rename(`${folder}.away`, folder);
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect((await session.decision()).outcome).toBe('approved');
  });

  test('a session continues if its held decision is removed from outside', async () => {
    const { session, page } = await openHeld(long);
    await rm(heldPath(session.files.decision));
    expect(await release(session)).toMatchObject({ status: 409, json: { code: 'not_held' } });
    expect((await post(session, annotations, finding)).status).toBe(201);
    await until('it is told', () => newsIn(page).length > 1);
    expect(newsIn(page).at(-1)).toEqual({ type: 'undone' });
  });

  test('a session whose held decision was removed can still end', async () => {
    const { session } = await openHeld(long);
    await rm(heldPath(session.files.decision));
    session.send({ type: 'close', reason: 'Enough.' });
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect(await session.decision()).toMatchObject({ outcome: 'closed', reason: 'Enough.' });
  });

  test('a decision released by another process stands', async () => {
    const { session } = await openHeld(long);
    await rename(heldPath(session.files.decision), session.files.decision);
    expect(await undo(session)).toMatchObject({ status: 409, json: { code: 'already_decided' } });
    expect(await session.exited()).toEqual({ code: 0, signal: null });
    expect((await session.decision()).outcome).toBe('denied');
  });
});
