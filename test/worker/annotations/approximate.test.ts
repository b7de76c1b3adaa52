import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { blocks, openSession, type TestSession } from '../../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const phrase = (originalText: string) => ({
  source: 'lint',
  text: 'too vague',
  type: 'COMMENT',
  originalText,
});
const post = (session: TestSession, body: unknown) => session.call(base, { method: 'POST', body });
const list = async (session: TestSession) =>
  (await session.call(base)).json as { annotations: DocumentAnnotation[]; version: number };

/** Waits until a phrase queued behind all others is placed. */
const untilSought = async (session: TestSession): Promise<void> => {
  await post(session, phrase('keep an old entry point'));
  await until('what came before is sought, too', async () =>
    (await list(session)).annotations.some(
      ({ originalText, placement }) =>
        originalText === 'keep an old entry point' && placement === 'approximate',
    ),
  );
};

describe('a phrase without a verbatim match', () => {
  it('is stored as unplaced, then placed approximately by an update', async () => {
    const session = await openSession(worker, 'plan');
    const stream = await openStream(`${session.url}${base}/stream`);
    await stream.next();
    const { json } = await post(session, phrase('The parser is moved out of the server'));
    expect(json).toMatchObject({ version: 1 });
    const added = (await stream.next()).data as unknown as { annotations: DocumentAnnotation[] };
    expect(added).toMatchObject({ type: 'add', version: 1 });
    expect(added.annotations[0]).toMatchObject({ placement: 'unplaced' });
    const { data } = await stream.next();
    expect(data).toMatchObject({
      type: 'update',
      version: 2,
      annotation: {
        ...phrase('The parser is moved out of the server'),
        id: added.annotations[0]?.id,
        createdAt: added.annotations[0]?.createdAt,
        placement: 'approximate',
        blockId: 'b1',
        startOffset: 0,
        endOffset: 34,
        startLine: 3,
        endLine: 4,
      },
    });
    expect(await list(session)).toEqual({ annotations: [data.annotation], version: 2 });
    stream.close();
  });

  it('stays unplaced if more than a fifth differs, without a new version', async () => {
    const session = await openSession(worker, 'plan');
    await post(session, phrase('The writer moves into the server'));
    await untilSought(session);
    const { annotations, version } = await list(session);
    expect(annotations[0]).toMatchObject({ placement: 'unplaced' });
    expect(annotations[0]).not.toHaveProperty('blockId');
    expect(version).toBe(3);
  });

  it('is searched again when a patch changes it or its place', async () => {
    const session = await openSession(worker, 'plan');
    const { json } = await post(session, phrase('nothing like what stands here'));
    const [id] = (json as { ids: string[] }).ids;
    const body = { originalText: 'Move teh parser' };
    const patched = await session.call(`${base}?id=${id}`, { method: 'PATCH', body });
    expect(patched.json).toMatchObject({ version: 2, annotation: { placement: 'unplaced' } });
    await until('it is found', async () => (await list(session)).version === 3);
    const text = { text: 'other words' };
    await session.call(`${base}?id=${id}`, { method: 'PATCH', body: text });
    const { annotations } = await list(session);
    expect(annotations).toMatchObject([{ placement: 'approximate', blockId: 'b0', ...text }]);
  });

  it('is searched only in the document it names', async () => {
    const session = await openSession(worker, 'document', { preparation: { state: 'preparing' } });
    const folder = blocks.map((block): Block => ({ ...block, file: `${block.id}.md` }));
    await writeFile(session.files.document, JSON.stringify({ blocks: folder }));
    session.send({ type: 'prepared', preparation: { state: 'ready' } });
    const moved = phrase('The parser was moving out of the server');
    await post(session, {
      annotations: [
        { ...moved, filePath: 'b0.md' },
        { ...moved, filePath: 'b1.md' },
      ],
    });
    await untilSought(session);
    const { annotations } = await list(session);
    expect(annotations.slice(0, 2).map(({ placement }) => placement)).toEqual([
      'unplaced',
      'approximate',
    ]);
  });

  it('is left alone if it is removed or decided during the search', async () => {
    const session = await openSession(worker, 'plan');
    const many = Array.from({ length: 500 }, (_, at) => phrase(`The parser moved out of it ${at}`));
    await post(session, { annotations: many });
    expect((await session.call(base, { method: 'DELETE' })).status).toBe(200);
    expect((await list(session)).annotations).toEqual([]);
    await untilSought(session);
    expect((await list(session)).annotations).toHaveLength(1);
    await post(session, { annotations: many });
    expect((await session.call(sessionPath('approve'), { method: 'POST', body: {} })).status).toBe(
      200,
    );
    expect((await session.decision()).annotations).toHaveLength(501);
  });
});

it('other requests are answered during searches for phrases that almost match everywhere', async () => {
  const session = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
  const text = 'a'.repeat(4 * 1024 * 1024);
  const block = { id: 'b0', kind: 'code', startLine: 1, endLine: 1, html: '', text, marks: [] };
  await writeFile(session.files.document, JSON.stringify({ blocks: [block] }));
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  // From here on the document is cached, so there is nothing else to wait for.
  await post(session, phrase('a'));
  const hostile = Array.from({ length: 100 }, (_, at) => phrase(`ab${'a'.repeat(1000 + at)}`));
  expect((await post(session, { annotations: hostile })).status).toBe(201);
  for (const path of [
    sessionPath('getSession'),
    base,
    sessionPath('getDraft'),
    sessionPath('changeConfig'),
  ])
    expect((await session.call(path)).status).toBe(200);
  expect((await list(session)).version).toBe(2);
  expect((await session.call(sessionPath('approve'), { method: 'POST', body: {} })).status).toBe(
    200,
  );
});
