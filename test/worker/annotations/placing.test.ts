import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { entry } from '../../helpers/supervisor.ts';
import { openSession, type TestSession } from '../../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const documentChars = 4 * 1024 * 1024;

/** A session whose document repeats one character. */
const openRun = async (): Promise<TestSession> => {
  const session = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
  const text = 'a'.repeat(documentChars);
  const block = { id: 'b0', kind: 'code', startLine: 1, endLine: 1, html: '', text, marks: [] };
  await writeFile(session.files.document, JSON.stringify({ blocks: [block] }));
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  return session;
};

/** A phrase of maximum length that almost matches everywhere but matches nowhere. */
const almost = (index: number) => ({
  source: 'lint',
  type: 'COMMENT',
  text: 'x',
  originalText: `ab${'a'.repeat(65_400 + index)}`,
});

it('places a phrase that almost matches everywhere', async () => {
  const session = await openRun();
  const stands = { ...almost(0), originalText: 'a'.repeat(65_536) };
  await session.call(base, { method: 'POST', body: { annotations: [almost(0), stands] } });
  const { annotations } = (await session.call(base)).json as { annotations: DocumentAnnotation[] };
  expect(annotations.map(({ placement }) => placement)).toEqual(['unplaced', 'exact']);
});

it('answers other requests, even an approval, while placing such phrases', async () => {
  const session = await openRun();
  // From here on the document is cached, so there is nothing else to wait for.
  await session.call(base, { method: 'POST', body: { ...almost(0), originalText: 'a' } });
  const annotations = Array.from({ length: 100 }, (_, index) => almost(index));
  const placed = session.call(base, { method: 'POST', body: { annotations } });
  for (const path of [
    sessionPath('getSession'),
    base,
    sessionPath('getDraft'),
    sessionPath('changeConfig'),
  ])
    expect((await session.call(path)).status).toBe(200);
  expect((await session.call(sessionPath('approve'), { method: 'POST', body: {} })).status).toBe(
    200,
  );
  expect(await placed).toMatchObject({ status: 409, json: { code: 'already_decided' } });
  expect((await session.decision()).annotations).toHaveLength(1);
});
