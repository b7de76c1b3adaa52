import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../shared/annotations/document-annotation.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import type { Imported } from '../../shared/session/share.ts';
import { dataClosing, dataOpening } from '../../shared/sharing/shared-page.ts';
import type { SharedReview } from '../../shared/sharing/shared-review.ts';
import { call } from '../helpers/http-call.ts';
import { png } from '../helpers/images.ts';
import { sessionPath } from '../helpers/paths.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';

let galley: SharedSupervisor;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-sharing-'));
  galley = await shareSupervisor();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await galley.stop();
});

const open = async (request: object) => {
  const { id, url } = await galley.open({ mode: 'plan', cwd: folder, detached: true, ...request });
  const post = (route: 'shareReview' | 'importComments' | 'addAnnotations', body: object) =>
    call(`${url}${sessionPath(route)}`, { method: 'POST', body });
  return {
    id,
    url,
    post,
    share: async (body: object = {}): Promise<SharedReview> => {
      const { status, text: html, headers } = await post('shareReview', body);
      expect([status, headers['content-disposition']]).toEqual([
        200,
        'attachment; filename="review.html"',
      ]);
      const from = html.indexOf(dataOpening) + dataOpening.length;
      return JSON.parse(html.slice(from, html.indexOf(dataClosing, from))) as SharedReview;
    },
    import: async (...comments: object[]): Promise<Imported> => {
      const { status, json } = await post('importComments', { comments });
      expect([status, json]).toEqual([200, json]);
      return json as Imported;
    },
    findings: async () => {
      const { json } = await call(`${url}${sessionPath('listAnnotations')}`);
      return (json as { annotations: DocumentAnnotation[] }).annotations;
    },
    info: async () => (await call(`${url}${sessionPath('getSession')}`)).json as SessionInfo,
  };
};

const none: Imported = { added: 0, changed: 0, removed: 0, known: 0, unplaced: 0, refused: 0 };
const idOf = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-111111111111`;
const byAda = (digit: string, more: object = {}) => ({
  id: idOf(digit),
  author: 'Ada',
  changedAt: '2026-11-25T12:00:00.000Z',
  kind: 'question',
  text: 'Why?',
  ...more,
});
const later = { changedAt: '2026-11-25T13:00:00.000Z' };

it('comments are imported once, in their latest state, and only over their own', async () => {
  const plan = await open({ content: '# Plan\n\nTwo weeks.\n\nThen two weeks again.\n' });
  expect((await plan.info()).capabilities).toContain('sharing');
  const quote = { text: 'weeks', prefix: 'Then two ', suffix: ' again.' };
  const [first, second] = [byAda('a', { quote }), byAda('b', { quote: { text: 'months' } })];
  expect(await plan.import(first, second)).toEqual({ ...none, added: 2, unplaced: 1 });
  expect(await plan.findings()).toMatchObject([
    { id: idOf('a'), source: 'colleague', author: 'Ada', rule: 'question', startLine: 5 },
    { id: idOf('b'), placement: 'unplaced', originalText: 'months' },
  ]);
  expect(await plan.import(first, second)).toEqual({ ...none, known: 2 });
  // Earlier states come after later ones.
  expect(await plan.import({ ...first, ...later, text: 'Why so?' })).toMatchObject({ changed: 1 });
  expect(await plan.import(first)).toEqual({ ...none, known: 1 });
  const { id, author } = second;
  expect(await plan.import({ id, author, ...later, isDeleted: true })).toMatchObject({
    removed: 1,
  });
  expect(await plan.import(second)).toEqual({ ...none, known: 1 });
  expect(await plan.findings()).toMatchObject([{ text: 'Why so?', startLine: 5 }]);

  const { json } = await plan.post('addAnnotations', { source: 'lint', text: 'Too long.' });
  const [lint = ''] = (json as { ids: string[] }).ids;
  expect(
    await plan.import({ ...first, author: 'Bo', ...later }, { ...byAda('c'), id: lint, ...later }),
  ).toEqual({ ...none, refused: 2 });
  expect(await plan.findings()).toMatchObject([{ author: 'Ada' }, { text: 'Too long.' }]);
  expect((await plan.post('importComments', { comments: [byAda('d', { id: 'x' })] })).status).toBe(
    400,
  );
});

it('a file has what the reviewer wrote, and colleagues; not what was dismissed or accepted', async () => {
  const plan = await open({ content: '# Plan\n\nA step.\n' });
  const finding = (text: string) => ({
    source: 'lint',
    type: 'COMMENT',
    originalText: 'step',
    text,
  });
  const { json } = await plan.post('addAnnotations', {
    annotations: [finding('stays'), finding('dismissed'), finding('accepted')],
  });
  const [, dismissed, madeOf] = (json as { ids: string[] }).ids;
  await plan.import(byAda('a', { quote: { text: 'A step' } }));
  const [block] = await plan.findings();
  const own = { id: 'c1', type: 'COMMENT', kind: 'must', text: 'Which?', originalText: 'step' };
  const place = { blockId: block?.blockId, startOffset: 2, endOffset: 6 };
  const generation = 1;
  await call(`${plan.url}${sessionPath('saveDraft')}`, {
    method: 'PUT',
    body: { generation, version: 2, editors: [], comments: [{ ...own, ...place }] },
  });
  const drafted = await plan.share();
  expect(drafted).toMatchObject({
    format: 1,
    session: plan.id,
    mode: 'plan',
    title: 'Plan',
    source: '# Plan\n\nA step.\n',
    comments: [{ id: 'c1', text: 'Which?', place: { block: 1, start: 2, end: 6 } }],
    colleagues: [{ id: idOf('a'), author: 'Ada', kind: 'question', quote: { text: 'A step' } }],
  });
  expect(drafted.findings).toHaveLength(3);
  const sent = await plan.share({
    annotations: [{ ...own, id: 'c2', madeOf }],
    dismissed: [dismissed],
  });
  expect(sent.comments).toMatchObject([{ id: 'c2' }]);
  expect(sent.findings).toMatchObject([{ text: 'stays' }]);
});

it('of many documents one is shared; code is a block of markdown, and a code change is refused', async () => {
  writeFileSync(join(folder, 'README.md'), '# Read me\n');
  writeFileSync(join(folder, 'config.yaml'), 'a: 1\n');
  const page = await open({ mode: 'document', path: folder });
  // At once: it waits for the text.
  expect(await page.share()).toMatchObject({
    source: '# config.yaml\n\n```yaml\na: 1\n```\n\n# README.md\n\n# Read me\n',
  });

  for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, `${at}.txt`), 'Text.\n');
  const docs = await open({ mode: 'document', path: folder });
  const title = `${basename(folder)}: README.md`;
  expect(await docs.share()).toMatchObject({ title, file: 'README.md', source: '# Read me\n' });
  await docs.import(byAda('a', { file: 'config.yaml', quote: { text: 'a: 1' } }));
  expect(await docs.share()).toMatchObject({ colleagues: [] });
  await expect.poll(async () => (await docs.findings())[0]?.placement).toBe('exact');
  expect(await docs.share({ file: 'config.yaml' })).toMatchObject({
    file: 'config.yaml',
    source: '```yaml\na: 1\n```',
    colleagues: [{ file: 'config.yaml', place: { block: 0, start: 0 } }],
  });
  expect((await docs.post('shareReview', { file: '../etc' })).status).toBe(404);

  const patch = join(folder, 'change.diff');
  writeFileSync(patch, '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n');
  const change = await open({ mode: 'review', patch });
  expect((await change.info()).capabilities).not.toContain('sharing');
  expect((await change.post('shareReview', {})).status).toBe(404);

  const refused = await open({ mode: 'document', url: 'http://127.0.0.1:9/' });
  expect((await refused.post('shareReview', {})).text).toContain('There is no text: 127.0.0.1');
});

it('images in the folder of a document are part of its file; others keep their descriptions', async () => {
  const site = join(folder, 'site');
  mkdirSync(join(site, 'img'), { recursive: true });
  mkdirSync(join(site, '.hidden'));
  const image = png(2, 2);
  for (const name of ['site/img/a b&.png', 'site/.hidden/a.png', 'outside.png'])
    writeFileSync(join(folder, name), image);
  writeFileSync(join(site, 'text.png'), 'A text.\n');
  // Too large, though it is an image.
  writeFileSync(join(site, 'large.png'), Buffer.concat([image, Buffer.alloc(3 * 1024 * 1024)]));
  symlinkSync(join(folder, 'outside.png'), join(site, 'link.png'));
  const addresses = ['img/a%20b&.png', '/img/a%20b&.png', '../outside.png', '.hidden/a.png'];
  addresses.push('text.png', 'large.png', 'link.png', 'gone.png', 'http://127.0.0.1:9/a.png');
  const path = join(site, 'page.md');
  writeFileSync(path, addresses.map((address) => `![One](${address})\n`).join('\n'));
  const page = await open({ mode: 'document', path });
  await expect.poll(async () => (await page.post('shareReview', {})).status).toBe(200);
  const { images } = await page.share();
  const data = `data:image/png;base64,${image.toString('base64')}`;
  expect(images).toEqual({ '\nimg/a%20b&.png': data, '\n/img/a%20b&.png': data });
});
