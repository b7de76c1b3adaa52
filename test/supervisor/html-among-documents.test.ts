import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';

let galley: SharedSupervisor;
let folder: string;
beforeAll(async () => {
  galley = await shareSupervisor();
  folder = join(galley.folder, 'few');
  await mkdir(folder);
  await writeFile(join(folder, 'a.md'), '# Text\n');
  await writeFile(join(folder, 'b.html'), '<title>Page</title><p>As it is.');
});
afterAll(() => galley.stop());

const open = async (request: object) => {
  const { url } = await galley.open({ mode: 'document', detached: true, ...request });
  const api = createApiClient(sessionApi, { url });
  return {
    api,
    plan: async (file?: string) => (await api.call('getPlan', { query: { file } })).body,
    names: async () => (await api.call('getDocuments')).body?.documents.map(({ name }) => name),
  };
};

it.each([
  ['files', () => ({ paths: ['few/b.html', 'few/a.md'] }), ['few/b.html', 'few/a.md']],
  ['a folder', () => ({ path: folder }), ['a.md', 'b.html']],
])('of %s, HTML is shown as it is, beside the others', async (_, request, names) => {
  const { api, plan, names: listed } = await open(request());
  expect(await listed()).toEqual(names);
  const html = names.find((name) => name.endsWith('.html'));
  expect((await plan(html))?.blocks).toMatchObject([{ text: 'As it is.', file: html }]);
  expect((await api.call('getFrame', { query: { file: html } })).body).toMatchObject({
    title: 'Page',
  });
  const text = names.find((name) => name.endsWith('.md'));
  expect((await plan(text))?.blocks).toMatchObject([{ text: 'Text', file: text }]);
});

it('keeps a finding that names none of several documents, without a place', async () => {
  const session = await galley.open({ mode: 'document', path: folder, detached: true });
  const api = createApiClient(sessionApi, { url: session.url });
  const on = { source: 'vale', type: 'COMMENT', originalText: 'Text' } as const;
  const body = {
    annotations: [
      { ...on, text: 'Anywhere.' },
      { ...on, text: 'In a.', filePath: 'a.md' },
      { ...on, text: 'In none.', filePath: 'gone.md' },
    ],
  };
  await api.call('addAnnotations', { body });
  const { annotations } = (await api.call('listAnnotations', { query: {} })).body ?? {};
  expect(annotations?.map(({ text, placement }) => [text, placement])).toEqual([
    ['Anywhere.', 'unplaced'],
    ['In a.', 'exact'],
    ['In none.', 'unplaced'],
  ]);
  await api.call('sendFeedback', { body: { feedback: 'Read them.' } });
  const { body: decision } = await galley.client.call('getDecision', {
    params: { id: session.id },
    query: { wait: '30' },
  });
  expect(decision?.annotations.map(({ text }) => text)).toEqual(['Anywhere.', 'In a.', 'In none.']);
  expect(decision?.markdown).toContain('Anywhere.');
});

it('text and data alone are one page, which HTML that comes later does not change', async () => {
  const own = join(galley.folder, 'text');
  await mkdir(own);
  for (const name of ['a.md', 'b.yaml']) await writeFile(join(own, name), 'words: 1\n');
  const { api, plan, names } = await open({ path: own });
  await expect(names()).rejects.toMatchObject({ code: 'not_found' });
  await writeFile(join(own, 'c.html'), '<p>Late.');
  await api.call('refresh', { body: {} });
  const last = (await plan())?.blocks.at(-1);
  expect(last).toMatchObject({ text: 'Late.', file: 'c.html' });
});
