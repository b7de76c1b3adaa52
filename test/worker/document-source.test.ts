import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { textHash } from '../../shared/node/document-source.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import { renderDocument } from '../../supervisor/threads/tasks/render-document.ts';
import { sessionPath } from '../helpers/paths.ts';
import { residentBytes } from '../helpers/resources.ts';
import { entry } from '../helpers/supervisor.ts';
import { openSession } from '../helpers/worker.ts';

const worker = entry('worker');

const openTexts = async (texts: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-source-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const session = await openSession(worker, 'document');
  const sources = await Promise.all(
    Object.entries(texts).map(async ([name, text], at) => {
      const path = join(folder, String(at));
      await writeFile(path, text);
      return { path, name };
    }),
  );
  await renderDocument(
    { task: 'render-document', sources, output: session.files.document },
    { signal: new AbortController().signal },
  );
  return session;
};

it('the source of a document is the text that its blocks were made from', async () => {
  const session = await openTexts({ 'a.md': '\uFEFF# ä\r\n\r\n<!-- b -->\u202e' });
  const answer = await session.call(sessionPath('getSource'));
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      name: 'a.md',
      hash: textHash('\uFEFF# ä\r\n\r\n<!-- b -->\u202e'),
      text: '# ä\n\n<!-- b -->\u202e',
    },
  ]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
});

it('each file of a folder has its own source', async () => {
  const names = ['a.md', 'ä &?.md', 'empty.md', '"\n".html'];
  const session = await openTexts(
    Object.fromEntries(names.map((name) => [name, name === 'empty.md' ? '' : `<p>${name} ä\n`])),
  );
  for (const name of names) {
    const { status, json } = await session.call(
      `${sessionPath('getSource')}?file=${encodeURIComponent(name)}`,
    );
    const text = name === 'empty.md' ? '' : `<p>${name} ä\n`;
    expect([status, json]).toEqual([200, { name, hash: textHash(text), text }]);
  }
  expect((await session.call(sessionPath('getSource'))).json).toMatchObject({
    text: '<p>a.md ä\n',
  });
  expect((await session.call(`${sessionPath('getSource')}?file=b.md`)).status).toBe(404);
  expect((await session.call(`${sessionPath('getSource')}?file=a&file=b`)).status).toBe(400);
});

it('there is no source before preparation, from an older release, or in a code review', async () => {
  const plan = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
  expect((await plan.call(sessionPath('getSource'))).status).toBe(404);
  const older = await openTexts({ 'a.md': 'a' });
  await rm(documentSourcePath(older.files.document));
  expect((await older.call(sessionPath('getSource'))).status).toBe(404);
  const review = await openSession(worker, 'review');
  expect((await review.call(sessionPath('getSource'))).status).toBe(404);
});

it('a large source is streamed without buffering it', async () => {
  const line = `${'x'.repeat(99)}\n`;
  const text = line.repeat(180_000);
  const session = await openTexts({ 'a.txt': text, 'b.txt': line });
  const read = async (file: string) =>
    ((await session.call(`${sessionPath('getSource')}?file=${file}`)).json as { text: string }).text
      .length;
  expect(await read('b.txt')).toBe(line.length);
  const before = residentBytes(session.child.pid ?? 0);
  const atOnce = Array.from({ length: 6 }, () => read('a.txt'));
  expect(await Promise.all(atOnce)).toEqual(atOnce.map(() => text.length));
  // Streams leave garbage, which is collected eventually, but less than one text for each reader.
  const grown = residentBytes(session.child.pid ?? 0) - before;
  expect(grown).toBeLessThan(4 * text.length);
});
