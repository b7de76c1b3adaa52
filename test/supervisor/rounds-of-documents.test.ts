import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentComment } from '../../shared/annotations/comment.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
let rounds: string;
beforeAll(async () => {
  galley = await shareSupervisor();
  rounds = join(galley.state, 'rounds');
});
afterAll(() => galley.stop());

const write = async (folder: string, files: Readonly<Record<string, string>>) => {
  await mkdir(join(galley.folder, folder), { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(galley.folder, folder, name), text);
};

const open = async (request: object) => {
  const { url } = await galley.open({ mode: 'document', detached: true, ...request });
  const api = createApiClient(sessionApi, { url });
  await until('the documents are listed', async () => {
    const { body } = await api.call('getPlan', { query: {} });
    return body?.preparation.state === 'ready';
  });
  return {
    api,
    /** As the page sends it. */
    on: async (file: string, quote: string): Promise<DocumentComment> => {
      const { body } = await api.call('getPlan', { query: { file } });
      const block = body?.blocks.find(({ text }) => text.includes(quote));
      const startOffset = block?.text.indexOf(quote) ?? -1;
      if (block === undefined || startOffset < 0) throw new Error(`${quote} is not in ${file}.`);
      return {
        id: quote,
        type: 'COMMENT',
        kind: 'must',
        text: 'Why?',
        originalText: quote,
        file,
        blockId: block.id,
        startOffset,
        endOffset: startOffset + quote.length,
        startLine: block.startLine,
      };
    },
    ask: (annotations: DocumentComment[]) =>
      api.call('sendFeedback', { body: { feedback: 'Look again.', annotations } }),
    since: async () => {
      const { lastDocument } = (await api.call('getRounds')).body ?? {};
      if (lastDocument === undefined) throw new Error('Nothing was compared.');
      const { documents, comments, changes } = lastDocument;
      return {
        documents: documents?.map(({ name, state }) => `${name} ${state}`),
        comments: comments.map(({ comment, state, blockId, now, isOlder }) =>
          [comment.id, state, blockId, now, isOlder && 'older'].filter(Boolean).join('|'),
        ),
        changes: changes.map(({ file, state, blockId }) => `${file} ${state} ${blockId}`),
      };
    },
  };
};

it('finds each comment again in its document, and says what changed in those that were opened', async () => {
  await write('few', {
    'a.md': '# Text\n\nFirst copy it.\n',
    'b.md': '# Other\n\nThen delete it.\n\nAnd rest.\n',
    'c.html': '<title>Page</title><p>Nothing is kept.</p><p>It costs one day.</p>',
    'd.md': '# Unread\n',
  });
  const request = { paths: ['few/a.md', 'few/b.md', 'few/c.html', 'few/d.md'] };
  const first = await open(request);
  await first.ask([
    await first.on('few/b.md', 'Then delete it.'),
    await first.on('few/c.html', 'It costs one day.'),
    await first.on('few/b.md', 'And rest.'),
    { id: 'whole', type: 'GLOBAL_COMMENT', kind: 'must', text: 'Shorter.' },
  ]);
  await write('few', {
    'b.md': '# Other\n\nThen keep it.\n\nAnd rest.\n',
    'c.html': '<title>Page</title><h1>New</h1><p>Nothing is kept.</p><p>It costs one day.</p>',
    'd.md': '# Not looked at\n',
  });

  const second = await open(request);
  expect(await second.since()).toEqual({
    // Nobody had opened the last one.
    documents: ['few/a.md same', 'few/b.md changed', 'few/c.html changed'],
    comments: [
      'Then delete it.|addressed|d1-b1|Then keep it.',
      'It costs one day.|standing|d2-b2',
      'And rest.|standing|d1-b2',
      'whole|standing',
    ],
    changes: ['few/b.md changed d1-b1', 'few/c.html new d2-b0'],
  });

  // Comments that nobody has said again come in the next round, too.
  await second.ask([await second.on('few/a.md', 'First copy it.')]);
  await write('few', { 'b.md': '# Other\n\nThen keep it all.\n\nAnd rest.\n' });
  const third = await open(request);
  expect((await third.since()).comments).toEqual([
    'First copy it.|standing|d0-b1',
    'Then delete it.|addressed|d1-b1|Then keep it all.|older',
    'It costs one day.|standing|d2-b2|older',
    'And rest.|standing|d1-b2|older',
    'whole|standing|older',
  ]);
});

it('of a folder, knows documents by their names, says which are gone, and does without what is not kept', async () => {
  const pages = Array.from({ length: 30 }, (_, index) => `page-${index}.md`);
  const text = (name: string) => `# ${name}\n\nWords of ${name}.\n`;
  await write('many', Object.fromEntries(pages.map((name) => [name, text(name)])));
  const request = { path: join(galley.folder, 'many') };
  const first = await open(request);
  await first.ask([
    await first.on('page-7.md', 'Words of page-7.md.'),
    await first.on('page-8.md', 'Words of page-8.md.'),
    await first.on('page-9.md', 'Words of page-9.md.'),
  ]);
  rmSync(join(galley.folder, 'many/page-8.md'));
  writeFileSync(join(galley.folder, 'many/page-9.md'), Buffer.from([0, 1, 2, 0]));
  writeFileSync(join(galley.folder, 'many/a-first.md'), '# Before all\n');

  const second = await open(request);
  const since = await second.since();
  expect(since.comments).toEqual([
    'Words of page-7.md.|standing|d8-b1',
    'Words of page-8.md.|lost',
    'Words of page-9.md.|not-compared',
  ]);
  expect(since.documents).toEqual([
    'page-0.md same',
    'page-7.md same',
    'page-9.md not-compared',
    'page-8.md gone',
  ]);
  expect(since.changes).toEqual([]);
});

it('finds comments by their quotes where a document is not kept', async () => {
  await write('short', {
    'a.md': '# Text\n\nStays as it was.\n\nGoes away, all of it.\n',
    'b.html': '<p>Page.',
  });
  const request = { paths: ['short/b.html', 'short/a.md'] };
  const before = new Set(existsSync(rounds) ? readdirSync(rounds) : []);
  const first = await open(request);
  await first.ask([
    await first.on('short/a.md', 'Stays as it was.'),
    await first.on('short/a.md', 'Goes away, all of it.'),
  ]);
  let last: string | undefined;
  await until('the round is kept', () => {
    // Without what is being written.
    last = readdirSync(rounds).find((name) => /^\w+\.last$/u.test(name) && !before.has(name));
    return last !== undefined;
  });
  rmSync(join(rounds, last ?? '', 'documents.json.1'));
  await write('short', { 'a.md': '# Text\n\nNew words.\n\nStays as it was.\n' });
  const second = await open(request);
  expect(await second.since()).toEqual({
    documents: ['short/b.html same', 'short/a.md not-compared'],
    comments: ['Stays as it was.|standing|d1-b2', 'Goes away, all of it.|lost'],
    changes: [],
  });
});
