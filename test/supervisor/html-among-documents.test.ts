import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';

let galley: TestSupervisor;
let folder: string;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
  folder = join(galley.home, 'few');
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

it('text and data alone are one page, which HTML that comes later does not change', async () => {
  const own = join(galley.home, 'text');
  await mkdir(own);
  for (const name of ['a.md', 'b.yaml']) await writeFile(join(own, name), 'words: 1\n');
  const { api, plan, names } = await open({ path: own });
  await expect(names()).rejects.toMatchObject({ code: 'not_found' });
  await writeFile(join(own, 'c.html'), '<p>Late.');
  await api.call('refresh', { body: {} });
  const last = (await plan())?.blocks.at(-1);
  expect(last).toMatchObject({ text: 'Late.', file: 'c.html' });
});
