import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { openSession, type TestSession } from '../../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const valid = { source: 'lint', text: 'too vague' };
const phrase = (originalText: string) => ({ ...valid, type: 'COMMENT', originalText });

const post = (session: TestSession, body: unknown) => session.call(base, { method: 'POST', body });
const list = async (session: TestSession) =>
  (await session.call(base)).json as { annotations: DocumentAnnotation[]; version: number };

let plan: Promise<TestSession> | undefined;
afterAll(async () => (await plan)?.remove());
/** The plan of all cases that do not change its text: without findings. */
const emptyPlan = async (): Promise<TestSession> => {
  const session = await (plan ??= openSession(worker, 'plan', { isKept: true }));
  await session.call(base, { method: 'DELETE' });
  return session;
};

describe('POST', () => {
  it('reports every issue of a batch with its path, up to a hundred, and adds nothing', async () => {
    const session = await emptyPlan();
    const items = Array.from({ length: 80 }, () => ({ source: '', text: 7 }));
    const answer = await post(session, { annotations: [valid, ...items] });
    expect(answer.status).toBe(400);
    const { issues, code } = answer.json as { code: string; issues: { path: string }[] };
    expect(code).toBe('invalid_request');
    expect(issues).toHaveLength(100);
    expect(
      issues
        .slice(0, 2)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['annotations[1].source', 'annotations[1].text']);
    expect(await list(session)).toEqual({ annotations: [], version: 0 });
  });

  it('ignores server fields and prototype properties', async () => {
    const session = await emptyPlan();
    const raw =
      '{"source":"s","text":"t","id":"mine","blockId":"x","placement":"exact","__proto__":{"author":"evil"},"more":1}';
    expect((await session.call(base, { method: 'POST', raw })).status).toBe(201);
    const { annotations } = await list(session);
    expect(Object.keys(annotations[0] ?? {}).sort()).toEqual(
      ['createdAt', 'id', 'placement', 'source', 'text', 'type', 'updatedAt'].sort(),
    );
  });

  it('places phrases exactly, also across a line break, and stores unplaced ones', async () => {
    const session = await emptyPlan();
    await post(session, {
      annotations: [phrase('moves\nout of'), phrase('moves out of'), phrase('not there'), valid],
    });
    const place = { placement: 'exact', blockId: 'b1', startLine: 3, endLine: 4 };
    const { annotations } = await list(session);
    expect(annotations[0]).toMatchObject({ ...place, startOffset: 11, endOffset: 23 });
    expect(annotations[1]).toMatchObject({ ...place, startOffset: 11, endOffset: 23 });
    expect(annotations[2]).toMatchObject({ placement: 'unplaced' });
    expect(annotations[2]).not.toHaveProperty('blockId');
    expect(annotations[3]).toMatchObject({ placement: 'document' });
  });

  it('searches only the named document of a folder, and accepts unknown names', async () => {
    const session = await openSession(worker, 'document', { preparation: { state: 'preparing' } });
    const block = (index: number, file: string): Block => ({
      id: `b${index}`,
      kind: 'paragraph',
      startLine: 1,
      endLine: 1,
      html: '',
      marks: [],
      file,
      text: 'the same phrase',
    });
    const folder = [block(0, 'a.md'), block(1, 'b/c.md'), block(2, 'b/c.md')];
    await writeFile(session.files.document, JSON.stringify({ blocks: folder }));
    session.send({ type: 'prepared', preparation: { state: 'ready' } });
    const said = phrase('same phrase');
    const { json } = await post(session, {
      annotations: [
        { ...said, filePath: 'b/c.md' },
        { ...said, filePath: 'a.md' },
        { ...said, filePath: 'c.md' },
        said,
        { ...valid, filePath: 'b/c.md' },
      ],
    });
    const places = async () =>
      (await list(session)).annotations.map(({ filePath, placement, blockId }) => [
        filePath,
        placement,
        blockId,
      ]);
    expect(await places()).toEqual([
      ['b/c.md', 'exact', 'b1'],
      ['a.md', 'exact', 'b0'],
      ['c.md', 'unplaced', undefined],
      [undefined, 'exact', 'b0'],
      ['b/c.md', 'document', undefined],
    ]);
    const [, , unknown = ''] = (json as { ids: string[] }).ids;
    const patched = await session.call(`${base}?id=${unknown}`, {
      method: 'PATCH',
      body: { filePath: 'b/c.md' },
    });
    expect(patched.json).toMatchObject({ annotation: { placement: 'exact', blockId: 'b1' } });
    await session.call(`${base}?id=${unknown}`, { method: 'PATCH', body: { filePath: null } });
    expect((await places())[2]).toEqual([undefined, 'exact', 'b0']);
  });

  it('accepts any name up to the length of a path for a single document', async () => {
    const session = await emptyPlan();
    await post(session, { ...phrase('moves out of'), filePath: 'elsewhere.md' });
    expect((await list(session)).annotations[0]).toMatchObject({
      filePath: 'elsewhere.md',
      placement: 'exact',
    });
    const longest = `"${String.raw`\351`.repeat(4096)}"`;
    expect((await post(session, { ...valid, filePath: longest })).status).toBe(201);
    expect((await post(session, { ...valid, filePath: 'a'.repeat(4097) })).json).toMatchObject({
      issues: [{ path: 'filePath' }],
    });
  });

  it('accepts a phrase of maximum length', async () => {
    const session = await emptyPlan();
    expect((await post(session, phrase('a '.repeat(32_768)))).status).toBe(201);
  });

  it('places the annotations of a review by its manifest', async () => {
    const session = await openSession(worker, 'review');
    const line = { source: 's', filePath: 'a.txt', lineStart: 5, lineEnd: 9, text: 't' };
    await post(session, {
      annotations: [
        line,
        { ...line, side: 'old' },
        { ...line, filePath: 'old.txt' },
        { ...line, filePath: 'gone.txt' },
        { source: 's', scope: 'file', filePath: 'new.txt', text: 't' },
        { source: 's', scope: 'general', filePath: 'x', text: 't' },
      ],
    });
    const { annotations } = await list(session);
    expect(annotations.map(({ placement }) => placement)).toEqual([
      'in-diff',
      'outside-diff',
      'in-diff',
      'unknown-file',
      'in-diff',
      'general',
    ]);
    expect(annotations[5]).not.toHaveProperty('filePath');
  });

  it.each([
    ['too many in one request', { annotationsPerRequest: 1 }, 400, 'invalid_request'],
    ['too many in the session', { annotationsPerSession: 1 }, 409, 'annotation_limit'],
    ['too much text in the session', { annotationTextPerSession: 10 }, 409, 'annotation_limit'],
    ['too long a text', { textLength: 5 }, 400, 'invalid_request'],
  ])('refuses %s', async (_, limits, status, code) => {
    const session = await openSession(worker, 'plan', { limits });
    const answer = await post(session, { annotations: [valid, valid] });
    expect(answer).toMatchObject({ status, json: { code } });
    expect((await list(session)).version).toBe(0);
  });

  it.each([
    ['ten megabytes', {}, 11],
    ['what is set', { bodyBytes: 1024 * 1024 }, 2],
  ])('responds to a body above %s after reading all of it', async (_, limits, mebibytes) => {
    const session = await openSession(worker, 'plan', { limits });
    const answer = await post(session, { ...valid, text: 'x'.repeat(mebibytes * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
  });
});

describe.each([
  ['plan', valid],
  ['document', valid],
  ['review', { ...valid, scope: 'general' }],
] as const)('the rule of a finding on a %s', (mode, finding) => {
  it('is added, changed and removed, and other URLs than http are refused', async () => {
    const session = await openSession(worker, mode);
    const rule = { severity: 'error', rule: 'R1', url: 'https://example.org/R1' };
    const { ids } = (await post(session, { ...finding, ...rule })).json as { ids: string[] };
    const patch = (body: object) => session.call(`${base}?id=${ids[0]}`, { method: 'PATCH', body });
    expect((await list(session)).annotations).toMatchObject([rule]);
    const changed = { severity: 'info', url: 'http://example.org/R2' };
    expect(await patch({ ...changed, rule: null })).toMatchObject({ status: 200 });
    const refused = { url: 'javascript:alert(1)' };
    for (const answer of [await patch(refused), await post(session, { ...finding, ...refused })])
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    const { annotations } = await list(session);
    expect(annotations).toMatchObject([changed]);
    expect(annotations[0]).not.toHaveProperty('rule');
  });
});

describe('while the content is being prepared', () => {
  it('general annotations are added at once, and the others in order once it is ready', async () => {
    const session = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
    const first = post(session, phrase('keep the old'));
    const second = post(session, phrase('not there'));
    expect((await post(session, valid)).json).toMatchObject({ version: 1 });
    expect((await list(session)).annotations).toHaveLength(1);
    session.send({ type: 'prepared', preparation: { state: 'ready' } });
    const versions = (await Promise.all([first, second])).map(
      ({ json }) => (json as { version: number }).version,
    );
    expect(versions.sort((one, other) => one - other)).toEqual([2, 3]);
    const { annotations, version } = await list(session);
    expect(version).toBe(3);
    expect(annotations.map(({ placement }) => placement).sort()).toEqual([
      'document',
      'exact',
      'unplaced',
    ]);
  });

  it('annotations are added unplaced if preparation fails', async () => {
    const session = await openSession(worker, 'review', { preparation: { state: 'preparing' } });
    const waiting = post(session, {
      source: 's',
      filePath: 'a.txt',
      lineStart: 1,
      lineEnd: 1,
      text: 't',
    });
    session.send({
      type: 'prepared',
      preparation: { state: 'failed', error: 'no repository', code: 'not_a_repository' },
    });
    expect((await waiting).status).toBe(201);
    expect((await list(session)).annotations[0]).toMatchObject({ placement: 'unknown-file' });
  });

  it('waiting annotations are refused if the session is decided first', async () => {
    const session = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
    const waiting = post(session, phrase('keep the old'));
    await post(session, valid);
    expect((await session.call(sessionPath('approve'), { method: 'POST', body: {} })).status).toBe(
      200,
    );
    expect(await waiting).toMatchObject({ status: 409, json: { code: 'already_decided' } });
    expect((await session.decision()).annotations).toHaveLength(1);
  });
});

describe('changes', () => {
  const patch = (session: TestSession, id: string, body: unknown) =>
    session.call(`${base}?id=${id}`, { method: 'PATCH', body });
  const addOne = async (session: TestSession, body: unknown) =>
    ((await post(session, body)).json as { ids: [string] }).ids[0];

  it('re-anchor only if the place depends on a changed field', async () => {
    const session = await openSession(worker, 'plan');
    const id = await addOne(session, phrase('keep the old'));
    const text = await patch(session, id, { text: 'other' });
    expect(text.json).toMatchObject({ annotation: { blockId: 'b2', text: 'other' }, version: 2 });
    const moved = await patch(session, id, { originalText: 'Move the parser' });
    expect(moved.json).toMatchObject({ annotation: { blockId: 'b0', startLine: 1 } });
    const global = await patch(session, id, { type: null, originalText: null });
    const { annotation } = global.json as { annotation: object };
    expect(annotation).toMatchObject({ type: 'GLOBAL_COMMENT', placement: 'document' });
    expect(annotation).not.toHaveProperty('blockId');
    expect(annotation).not.toHaveProperty('originalText');
  });

  it('without effect do not increment the version', async () => {
    const session = await openSession(worker, 'plan');
    const id = await addOne(session, phrase('keep the old'));
    const before = (await list(session)).annotations[0];
    const answer = await patch(session, id, { text: valid.text, author: null, id: 'x', more: 1 });
    expect(answer.json).toEqual({ annotation: before, version: 1 });
  });

  it('to a general annotation drop the file', async () => {
    const session = await openSession(worker, 'review');
    const id = await addOne(session, {
      source: 's',
      filePath: 'a.txt',
      lineStart: 1,
      lineEnd: 1,
      text: 't',
    });
    const { json } = await patch(session, id, { scope: 'general' });
    const { annotation } = json as { annotation: object };
    expect(annotation).toMatchObject({ scope: 'general', placement: 'general' });
    expect(annotation).not.toHaveProperty('filePath');
    expect(annotation).not.toHaveProperty('lineStart');
  });

  it.each([
    ['without an id', '', { text: 'x' }, 400],
    ['of an empty id', '?id=', { text: 'x' }, 400],
    ['of an unknown id', '?id=00000000-0000-4000-8000-000000000000', { text: 'x' }, 404],
    ['that is an array', '?id=00000000-0000-4000-8000-000000000000', [1], 400],
  ])('by a patch %s are refused', async (_, query, body, status) => {
    const session = await emptyPlan();
    await post(session, valid);
    const before = await list(session);
    expect((await session.call(base + query, { method: 'PATCH', body })).status).toBe(status);
    expect(await list(session)).toEqual(before);
  });

  it.each(['?id=', '?source=', '?id=a&source=lint', '?Source=lint', '?source=a&source=b'])(
    'by DELETE with the query %s are refused',
    async (query) => {
      const session = await emptyPlan();
      await post(session, valid);
      expect((await session.call(base + query, { method: 'DELETE' })).status).toBe(400);
      expect((await list(session)).annotations).toHaveLength(1);
    },
  );

  it('are queried by `since`, which returns 304, the list or 400', async () => {
    const session = await openSession(worker, 'plan');
    await post(session, valid);
    const since = async (value: string) => (await session.call(`${base}?since=${value}`)).status;
    expect(await since('1')).toBe(304);
    expect([await since('0'), await since('2')]).toEqual([200, 200]);
    expect(await since('9'.repeat(20))).toBe(200);
    expect([await since('x'), await since('-1'), await since('')]).toEqual([400, 400, 400]);
  });

  it('of 2,000 annotations at once are all listed', async () => {
    const session = await openSession(worker, 'plan');
    const annotations = Array.from({ length: 2000 }, (_, index) => ({
      ...valid,
      text: `n${index}`,
    }));
    await post(session, { annotations });
    const { annotations: listed, version } = await list(session);
    expect(version).toBe(1);
    expect(listed.map(({ text }) => text)).toEqual(annotations.map(({ text }) => text));
  });
});
