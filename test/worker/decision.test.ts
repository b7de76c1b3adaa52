import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../shared/session/mode.ts';
import { workerExitCodes } from '../../shared/supervisor/worker-messages.ts';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { forkWorker, openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const annotations = sessionPath('listAnnotations');
const post = (session: TestSession, path: string, body: unknown = {}) =>
  session.call(path, { method: 'POST', body });
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const assertEnded = async (session: TestSession, outcome: string): Promise<void> => {
  expect(await session.exited()).toEqual({ code: workerExitCodes.clean, signal: null });
  // What it counted before may be told later.
  const told = session.messages.filter(({ type }) => type !== 'counts');
  expect(told.at(-1)).toEqual({ type: 'decided', outcome });
};

describe('a preview', () => {
  it('of a long text is truncated and says so', async () => {
    const session = await openSession(worker, 'document');
    const body = { outcome: 'feedback', feedback: 'x'.repeat(300_000) };
    const { json } = await post(session, sessionPath('previewDecision'), body);
    const { text, isWhole } = json as { text: string; isWhole: boolean };
    expect([isWhole, text.length < 263_000]).toEqual([false, true]);
    expect(text).toMatch(/only the beginning is shown here\.\n$/u);
  });

  it('of a hundred thousand findings does not block other requests', async () => {
    const session = await openSession(worker, 'review');
    for (let batch = 0; batch < 10; batch += 1) {
      const findings = Array.from({ length: 10_000 }, (_, at) => ({
        source: 's',
        scope: 'general',
        text: `Number ${batch * 10_000 + at}, é.`,
      }));
      expect((await post(session, annotations, { annotations: findings })).status).toBe(201);
    }
    const previews = Array.from({ length: 4 }, () =>
      post(session, sessionPath('previewDecision'), { outcome: 'feedback' }),
    );
    const progress = { isOver: false };
    const made = Promise.all(previews).finally(() => (progress.isOver = true));
    let answers = 0;
    while (!progress.isOver) {
      expect((await session.call(sessionPath('getSession'))).status).toBe(200);
      answers += 1;
    }
    for (const { json } of await made)
      expect(json).toMatchObject({ findings: 100_000, findingLines: 20, isWhole: true });
    // If each preview blocked until done, there would be one answer per preview.
    expect(answers).toBeGreaterThan(15);
  });
});

describe('a decision', () => {
  /** With an outcome that the mode does not have, and a comment. */
  const kinds = {
    plan: {
      foreign: 'feedback',
      comment: { id: '1', type: 'COMMENT', text: 'why', originalText: 'Move', startLine: 1 },
    },
    document: { foreign: 'closed', comment: { id: '1', type: 'GLOBAL_COMMENT', text: 'why' } },
    review: { foreign: 'denied', comment: { id: '1', scope: 'general', text: 'why' } },
  } as const;
  const cases: readonly (readonly [Mode, string, object, string])[] = [
    ['plan', sessionPath('approve'), {}, 'approved'],
    ['plan', sessionPath('deny'), {}, 'denied'],
    ['document', sessionPath('sendFeedback'), {}, 'feedback'],
    ['review', sessionPath('sendFeedback'), { approved: true }, 'approved'],
    ['review', sessionPath('sendFeedback'), { approved: false }, 'feedback'],
  ];
  it.each(cases)(
    'of a %s by %s %j is %s and what its preview shows, with the comments and without dismissed findings',
    async (mode, path, approved, outcome) => {
      const session = await openSession(worker, mode, {
        change: () => ({ reviewed: { path: 'a.md', command: 'galley plan a.md' } }),
      });
      const { foreign, comment } = kinds[mode];
      const finding = { source: 's', scope: 'general', text: 'stands' };
      const added = await post(session, annotations, {
        annotations: [finding, finding, { ...finding, text: 'goes' }],
      });
      const [, , gone = ''] = (added.json as { ids: string[] }).ids;
      const unknown = '5f0c2d1e-0000-4000-8000-000000000000';
      const body = { feedback: 'A note.', annotations: [comment], dismissed: [gone, unknown] };
      const preview = (as: string) =>
        post(session, sessionPath('previewDecision'), { ...body, outcome: as });
      expect(await preview(foreign)).toMatchObject({
        status: 400,
        json: { code: 'invalid_request' },
      });
      const previewed = await preview(outcome);
      expect(previewed).toMatchObject({
        status: 200,
        json: { isWhole: true, findings: 2, findingLines: 1 },
      });
      if (mode !== 'review') {
        // A draft's name for the comments.
        for (const comments of [[], [comment]])
          expect(await post(session, path, { comments })).toMatchObject({
            status: 400,
            json: { code: 'invalid_request', issues: [{ path: 'comments' }] },
          });
        const { json } = await session.call(sessionPath('getSession'));
        expect(json).toMatchObject({ state: 'running' });
      }

      const answer = await post(session, path, { ...body, ...approved });
      expect(answer).toMatchObject({ status: 200, json: { outcome } });
      // It is on disk by the time of the answer.
      const decision = await session.decision();
      const stands = { text: 'stands' };
      expect(decision).toMatchObject({ outcome, mode, annotations: [stands, stands] });
      expect(decision).toMatchObject({ feedback: 'A note.', comments: [comment] });
      expect(decision.dismissed).toEqual([gone]);
      expect(decision.markdown).toBe((previewed.json as { text: string }).text);
      for (const text of ['stands', 'A note.', 'why']) expect(decision.markdown).toContain(text);
      expect(decision.markdown).not.toContain('goes');
      await assertEnded(session, outcome);
    },
  );

  it('of a review by its end is closed', async () => {
    const session = await openSession(worker, 'review');
    await post(session, annotations, { source: 's', scope: 'general', text: 'stands' });
    const answer = await post(session, sessionPath('exit'));
    expect(answer).toMatchObject({ status: 200, json: { outcome: 'closed' } });
    const decision = await session.decision();
    expect(decision).toMatchObject({ outcome: 'closed', mode: 'review', annotations: [{}] });
    expect(decision.markdown).toContain('stands');
    await assertEnded(session, 'closed');
  });

  it('leaves the findings out of the text only, if the reviewer says so', async () => {
    const session = await openSession(worker, 'plan');
    await post(session, annotations, { source: 's', text: 'stands' });
    await post(session, sessionPath('approve'), { withFindings: false });
    const decision = await session.decision();
    expect(decision).toMatchObject({ annotations: [{ text: 'stands' }], withFindings: false });
    expect(decision.markdown).not.toContain('stands');
    expect(decision.markdown).toContain(`galley sessions show ${session.assignment.id} --findings`);
  });

  it('is made only once, by whoever is first', async () => {
    const session = await openSession(worker, 'plan');
    const answers = await Promise.all([
      post(session, sessionPath('approve')),
      post(session, sessionPath('deny')),
      post(session, sessionPath('exit')),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((other) => !won.includes(other)))
      expect(answer).toMatchObject({ status: 409, json: { code: 'already_decided' } });
    expect(won[0]?.json).toMatchObject({ outcome: (await session.decision()).outcome });
    expect(session.messages.filter(({ type }) => type === 'decided')).toHaveLength(1);
  });

  it('that cannot be written leaves the session open for a retry', async () => {
    const session = await openSession(worker, 'plan');
    const folder = dirname(session.files.decision);
    await rename(folder, `${folder}.away`);
    const [failed, alsoFailed] = await Promise.all([
      post(session, sessionPath('approve')),
      post(session, sessionPath('deny')),
    ]);
    expect(failed).toMatchObject({ status: 500, json: { code: 'storage_failed' } });
    expect(alsoFailed).toMatchObject({ status: 500, json: { code: 'storage_failed' } });
    expect((await post(session, annotations, { source: 's', text: 't' })).status).toBe(201);
    await rename(`${folder}.away`, folder);
    expect((await post(session, sessionPath('deny'))).status).toBe(200);
    expect(await session.decision()).toMatchObject({ outcome: 'denied', annotations: [{}] });
  });

  it('that another process wrote first stands', async () => {
    const session = await openSession(worker, 'plan');
    const other = await openSession(worker, 'plan');
    await post(other, sessionPath('deny'));
    await writeFile(session.files.decision, JSON.stringify(await other.decision()));
    expect(await post(session, sessionPath('approve'))).toMatchObject({ status: 409 });
    expect(await session.exited()).toMatchObject({ code: workerExitCodes.clean });
    expect((await session.decision()).outcome).toBe('denied');
    expect(session.messages.at(-1)).toEqual({ type: 'decided', outcome: 'denied' });
  });

  it('ends the streams with a last event, deletes the draft and is not held up by connections', async () => {
    const session = await openSession(worker, 'plan');
    await session.call(sessionPath('saveDraft'), {
      method: 'PUT',
      body: { generation: 1, comments: [] },
    });
    expect(await isThere(session.files.draft)).toBe(true);
    const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
    const tools = await openStream(`${session.url}${annotations}/stream`);
    // An idle connection, and one in the middle of a body.
    const silent = connect(session.port, '127.0.0.1').on('error', () => undefined);
    const slow = request(`${session.url}${annotations}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    }).on('error', () => undefined);
    slow.write('{');
    await page.next();
    const answer = await post(session, sessionPath('approve'));
    const answeredAt = Date.now();
    expect(answer.status).toBe(200);
    await session.exited();
    // If they were not ended, it would wait for them for minutes.
    expect(Date.now() - answeredAt).toBeLessThan(10_000);
    await until('the streams are over', () => page.isOver() && tools.isOver());
    expect(page.events.at(-1)?.data).toEqual({ type: 'ended', outcome: 'approved' });
    expect(await isThere(session.files.draft)).toBe(false);
    silent.destroy();
    slow.destroy();
  });

  it('is answered on a keep-alive connection, which is then closed', async () => {
    const session = await openSession(worker, 'plan');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 2 };
      const sent = request(`${session.url}${sessionPath('approve')}`, {
        method: 'POST',
        agent,
        headers,
      });
      sent.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject);
      sent.end('{}');
    });
    expect(status).toBe(200);
    await session.exited();
    agent.destroy();
  });
});

describe('an undecided session', () => {
  it('is closed by its supervisor, with the reason, and keeps the draft', async () => {
    const session = await openSession(worker, 'plan');
    await session.call(sessionPath('saveDraft'), {
      method: 'PUT',
      body: { generation: 1, comments: [] },
    });
    const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
    await page.next();
    session.send({ type: 'close', reason: 'Nobody waits for it.' });
    expect(await session.exited()).toEqual({ code: workerExitCodes.clean, signal: null });
    const ended = { outcome: 'closed', reason: 'Nobody waits for it.' };
    expect(await session.decision()).toMatchObject(ended);
    await until('the stream is over', page.isOver);
    expect(page.events.at(-1)?.data).toEqual({ type: 'ended', ...ended });
    expect(await isThere(session.files.draft)).toBe(true);
  });

  it('is closed by SIGTERM, and not by SIGINT or SIGHUP', async () => {
    const session = await openSession(worker, 'plan');
    session.child.kill('SIGINT');
    session.child.kill('SIGHUP');
    expect((await session.call(sessionPath('getSession'))).status).toBe(200);
    session.child.kill('SIGTERM');
    expect(await session.exited()).toEqual({ code: workerExitCodes.clean, signal: null });
    expect(await session.decision()).toMatchObject({ outcome: 'closed' });
  });

  it('ends as undecided, never approved, if no supervisor adopts it in time', async () => {
    const session = await openSession(worker, 'plan', { change: () => ({ orphanMinutes: 0.05 }) });
    await post(session, annotations, { source: 's', text: 'stands' });
    session.child.disconnect();
    expect((await session.call(annotations)).json).toMatchObject({
      annotations: [{ text: 'stands' }],
    });
    expect(await session.exited()).toEqual({ code: workerExitCodes.orphaned, signal: null });
    const decision = await session.decision();
    expect(decision).toMatchObject({ outcome: 'undecided', annotations: [{ text: 'stands' }] });
    expect(decision.reason).toMatch(/supervisor/u);
  });

  it('exits with the crash code if its decision cannot be written', async () => {
    const session = await openSession(worker, 'plan');
    const folder = dirname(session.files.decision);
    await rename(folder, `${folder}.away`);
    session.send({ type: 'close', reason: 'Enough.' });
    expect(await session.exited()).toEqual({ code: workerExitCodes.crashed, signal: null });
  });
});

describe('a worker', () => {
  it.each([
    [
      'is asked to close',
      (child: Awaited<ReturnType<typeof forkWorker>>) => child.send({ type: 'close', reason: '' }),
    ],
    [
      'gets SIGTERM',
      (child: Awaited<ReturnType<typeof forkWorker>>) => child.child.kill('SIGTERM'),
    ],
    [
      'loses its supervisor',
      (child: Awaited<ReturnType<typeof forkWorker>>) => child.child.disconnect(),
    ],
  ])('without an assignment exits when it %s', async (_, end) => {
    const warm = await forkWorker(worker);
    end(warm);
    expect(await warm.exited()).toEqual({ code: workerExitCodes.clean, signal: null });
  });

  it('reports why it cannot open its session', async () => {
    const warm = await forkWorker(worker);
    warm.child.send({ seq: 1, message: { type: 'assign', assignment: { id: 'no' } } });
    expect((await warm.message('failed')).message).not.toBe('');
    expect(await warm.exited()).toMatchObject({ code: workerExitCodes.cannotListen });
  });

  it('leaves neither content nor annotations in its log', async () => {
    const session = await openSession(worker, 'plan');
    await post(session, annotations, { source: 'secret-source', text: 'secret-text' });
    await session.call(`${annotations}?source=secret-query`, { method: 'DELETE' });
    await post(session, sessionPath('deny'), { feedback: 'secret-feedback' });
    await session.exited();
    const log = await readFile(session.files.log, 'utf8');
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines)
      expect(line).toMatchObject({
        component: 'worker',
        session: '0123456789ab',
        pid: session.child.pid,
      });
    expect(log).not.toMatch(/secret|parser|nonce/u);
  });
});
