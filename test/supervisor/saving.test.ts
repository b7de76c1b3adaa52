import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import type { SourceConflict } from '../../shared/session/source.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { call } from '../helpers/http-call.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
let folder: string;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-saving-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const open = async (request: object) => {
  const { id, url } = await galley.open({
    mode: 'document',
    cwd: folder,
    detached: true,
    ...request,
  });
  const api = createApiClient(sessionApi, { url });
  await until('it is prepared', async () => {
    const { body } = await api.call('getPlan');
    return body.preparation.state === 'ready';
  });
  const save = (body: object) =>
    call(`${url}${sessionPath('saveSource')}`, { method: 'PUT', body });
  const source = async (file?: string) =>
    (await api.call('getSource', { query: file === undefined ? {} : { file } })).body;
  const decide = async (route: 'approve' | 'deny' | 'sendFeedback', body: object) => {
    expect((await call(`${url}${sessionPath(route)}`, { method: 'POST', body })).status).toBe(200);
    const path = controlPath('getDecision', { params: { id }, query: { wait: 10 } });
    return (await galley.api(path)).json as Decision;
  };
  return { id, url, api, save, source, decide };
};

it('writes what was edited and nothing else, and shows it as the next version', async () => {
  const path = put('a.md', '\uFEFF# One\r\n\r\nA phrase here.\nLast.\r\n');
  chmodSync(path, 0o640);
  const { api, save, source, decide } = await open({ path: 'a.md' });
  await api.call('addAnnotations', {
    body: { source: 'lint', type: 'COMMENT', originalText: 'A phrase', text: 'Which?' },
  });
  const { text, hash, name } = await source();
  expect({ text, hash, name }).toEqual({
    text: '# One\n\nA phrase here.\nLast.\n',
    hash: hashOf(read('a.md')),
    name: 'a.md',
  });
  const saved = await save({ hash, text: '# One\n\nNew.\n\nA phrase here.\nLast.' });
  const written = '\uFEFF# One\r\n\r\nNew.\r\n\r\nA phrase here.\nLast.\r\n';
  expect([saved.status, saved.json]).toEqual([200, { hash: hashOf(written), version: 2 }]);
  expect(read('a.md')).toBe(written);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(['a.md']);
  const { body: plan } = await api.call('getPlan');
  expect([plan.version, plan.blocks[1]?.text]).toEqual([2, 'New.']);
  const { body: findings } = await api.call('listAnnotations', { query: {} });
  expect(findings?.annotations).toMatchObject([{ placement: 'exact', startLine: 5 }]);

  // Once more: the agent gets one diff, from what it wrote to what is there now.
  await save({ hash: hashOf(written), text: '# One\n\nNewer.\n\nA phrase here.\nLast.' });
  const decision = await decide('sendFeedback', {});
  expect(decision.edits).toEqual([
    {
      path: 'a.md',
      isSaved: true,
      diff: '--- a/a.md\n+++ b/a.md\n@@ -1,4 +1,6 @@\n # One\n \n+Newer.\n+\n A phrase here.\n Last.\n',
    },
  ]);
  expect(decision.markdown).toContain(
    '## Edited by the reviewer\n\n`a.md` was edited and saved. Read the file again before you change it, and keep this:\n\n```diff\n--- a/a.md',
  );
});

it('refuses with both sides what was edited in an older text, and writes nothing', async () => {
  put('a.md', 'One.\n');
  const { save, source } = await open({ path: 'a.md' });
  const { hash } = await source();
  put('a.md', 'Of somebody else.\r\n');
  const answer = await save({ hash, text: 'Mine.\n' });
  expect(answer.status).toBe(409);
  expect(answer.json).toMatchObject({
    code: 'content_changed',
    disk: { text: 'Of somebody else.\n', hash: hashOf('Of somebody else.\r\n') },
    mine: { text: 'Mine.\n', hash: hashOf('Mine.\n') },
  } satisfies Partial<SourceConflict>);
  expect(read('a.md')).toBe('Of somebody else.\r\n');
  const { disk } = answer.json as SourceConflict;
  expect((await save({ hash: disk.hash, text: 'Merged.\n' })).status).toBe(200);
  expect(read('a.md')).toBe('Merged.\r\n');
});

it('of two sessions that save the same file at once, one saves and the other one is told', async () => {
  put('a.md', 'One.\n');
  const sessions = await Promise.all([open({ path: 'a.md' }), open({ path: 'a.md', key: 'b' })]);
  const { hash } = await sessions[0].source();
  for (let round = 0, current = hash; round < 5; round += 1) {
    const answers = await Promise.all(
      sessions.map(({ save }, at) => save({ hash: current, text: `Of ${at}, ${round}.\n` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(read('a.md')).toBe(`Of ${winner}, ${round}.\n`);
    expect(answers[1 - winner]?.json).toMatchObject({ disk: { text: read('a.md') } });
    current = hashOf(read('a.md'));
  }
});

/** Replaces a file again and again, until it is killed. */
const writer = `
  const { renameSync, writeFileSync } = require('node:fs');
  const [path] = process.argv.slice(1);
  for (let at = 0; ; at += 1) {
    writeFileSync(path + '.new', 'Of the writer, ' + at + '.\\n'.repeat(500));
    renameSync(path + '.new', path);
  }
`;

it('beside a program that writes the file all the time, a text is whole, and a conflict or saved', async () => {
  const path = put('a.md', 'One.\n');
  const { save, source } = await open({ path: 'a.md' });
  const child = spawn(process.execPath, ['-e', writer, path], { stdio: 'inherit' });
  const seen = new Set<number>();
  try {
    let { hash } = await source();
    await until('it writes', () => read('a.md').startsWith('Of the writer'));
    for (let at = 0; at < 30; at += 1) {
      const { status, json } = await save({ hash: hash ?? '', text: `Mine, ${at}.\n` });
      seen.add(status);
      if (status !== 409) continue;
      const { disk } = json as SourceConflict;
      // What was saved last stands there where the writer has not come in between.
      expect(disk.text).toMatch(/^(?:Of the writer, \d+(?:\.\n){500}|Mine, \d+\.\n)$/u);
      ({ hash } = disk);
      expect(read('a.md')).toMatch(/^(?:Of the writer, \d+(?:\.\n){500}|Mine, \d+\.\n)$/u);
    }
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect([...seen].every((status) => status === 409 || status === 200)).toBe(true);
  expect(seen.has(409)).toBe(true);
});

describe('does not write', () => {
  it('through links, to files with a dot, to others than those of the session, or outside', async () => {
    mkdirSync(join(folder, 'docs', 'sub'), { recursive: true });
    mkdirSync(join(folder, 'out'));
    put('docs/a.md', 'One.\n');
    put('docs/sub/b.md', 'Two.\n');
    put('out/b.md', 'Two.\n');
    put('secret.md', 'Secret.\n');
    const { save, source } = await open({ path: 'docs' });
    const [a, b] = [await source('a.md'), await source('sub/b.md')];
    const text = 'Changed.\n';
    for (const file of [
      '../secret.md',
      `${folder}/secret.md`,
      'a.md\0',
      '',
      '.',
      'sub',
      'sub/../a.md',
    ])
      expect([file, (await save({ file, hash: a.hash, text })).status]).toEqual([file, 404]);
    // A link takes the place of the file, or of its folder.
    renameSync(join(folder, 'docs', 'a.md'), join(folder, 'docs', 'kept.md'));
    symlinkSync('../secret.md', join(folder, 'docs', 'a.md'));
    const linked = await save({ file: 'a.md', hash: hashOf('Secret.\n'), text });
    expect([404, 422]).toContain(linked.status);
    rmSync(join(folder, 'docs', 'sub'), { recursive: true });
    symlinkSync('../out', join(folder, 'docs', 'sub'));
    expect([404, 422]).toContain((await save({ file: 'sub/b.md', hash: b.hash, text })).status);
    expect([read('secret.md'), read('out/b.md')]).toEqual(['Secret.\n', 'Two.\n']);

    put('.hidden.md', 'One.\n');
    const hidden = await open({ path: '.hidden.md' });
    const answer = await hidden.save({ hash: hashOf('One.\n'), text });
    expect([answer.status, answer.json]).toMatchObject([422, { code: 'change_refused' }]);

    symlinkSync('secret.md', join(folder, 'link.md'));
    const link = await open({ path: 'link.md' });
    expect((await link.save({ hash: hashOf('Secret.\n'), text })).status).toBe(422);
    expect([read('.hidden.md'), read('secret.md')]).toEqual(['One.\n', 'Secret.\n']);
  });

  it('an empty text, one that is too long, to a file that is gone, or for a text without a file', async () => {
    put('a.md', 'One.\n');
    const { save, source, url } = await open({ path: 'a.md' });
    const { hash } = await source();
    expect((await save({ hash, text: ' \n' })).json).toMatchObject({ code: 'content_empty' });
    expect((await save({ hash, text: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(400);
    rmSync(join(folder, 'a.md'));
    expect((await save({ hash, text: 'x' })).json).toMatchObject({ code: 'file_not_found' });
    put('a.md', 'One.\n');
    await call(`${url}${sessionPath('exit')}`, { method: 'POST', body: { undoSeconds: 60 } });
    expect((await save({ hash, text: 'x' })).json).toMatchObject({ code: 'already_decided' });
    expect(read('a.md')).toBe('One.\n');

    const plan = await open({ mode: 'plan', content: '# A plan' });
    expect((await plan.api.call('getSession')).body.capabilities).not.toContain('saving');
    const { hash: ofPlan } = await plan.source();
    expect((await plan.save({ hash: ofPlan, text: 'x' })).json).toMatchObject({
      code: 'not_found',
    });
  });
});

it('previews an edit as the document would be, and changes nothing by that', async () => {
  put('a.txt', 'One.\n');
  const { api } = await open({ path: 'a.txt' });
  const preview = async (text: string) =>
    (await api.call('previewSource', { body: { text } })).body?.blocks;
  const [plain] = (await preview('# <b>One</b>\n')) ?? [];
  expect(plain).toMatchObject({ kind: 'code', text: '# <b>One</b>\n' });
  const plan = await open({ mode: 'plan', content: '# A plan' });
  const rendered = await plan.api.call('previewSource', { body: { text: '# Another\n\n* x' } });
  expect(rendered.body?.blocks.map(({ kind }) => kind)).toEqual(['heading', 'list']);
  expect((await plan.api.call('getPlan')).body).toMatchObject({ version: 1 });
  expect((await plan.source()).text).toBe('# A plan');
});

it('an edit that is not saved goes to the agent as a diff', async () => {
  const plan = await open({ mode: 'plan', content: '# A plan\n\nDo it.' });
  const { text, hash } = await plan.source();
  const edits = [{ hash, base: text, text: '# A plan\n\nDo it twice.' }];
  const denied = await plan.decide('deny', { edits });
  expect(denied.edits).toMatchObject([{ path: 'plan', isSaved: false, text: edits[0]?.text }]);
  expect(denied.markdown).toContain('Do what the reviewer asks below');
  expect(denied.markdown).toContain(
    'The plan was edited, but not saved. Make exactly this change:\n\n```diff\n--- a/plan\n+++ b/plan\n',
  );
  const again = await open({ mode: 'plan', content: '# A plan\n\nDo it.' });
  // A file may get other line ends, which are no part of its text.
  const approved = await again.decide('approve', { edits: [{ ...edits[0], hash: 'of CRLF' }] });
  expect(approved.edits).toEqual(denied.edits);
  expect(approved.markdown).toContain('Go on with the plan as the reviewer has edited it below.');
});

it('an edit that is not saved outlives its session, and comes again with the document', async () => {
  put('a.md', 'One.\n');
  const request = { path: 'a.md', key: 'edited' };
  const first = await open(request);
  const { text, hash } = await first.source();
  const edits = [{ file: 'a.md', hash, base: text, text: 'Mine.\n' }];
  const draft = { version: 2, generation: 1, comments: [], editors: [], edits } as const;
  expect((await first.api.call('saveDraft', { body: draft })).status).toBe(200);
  const { body } = await galley.client.call('getSession', { params: { id: first.id } });
  process.kill(body.pid, 'SIGKILL');
  await until('the session has ended', async () => {
    const { sessions } = await galley.registry();
    return sessions.every(({ id }) => id !== first.id);
  });
  // The agent has changed the text meanwhile.
  put('a.md', 'Two.\n');
  const { api, save, source, decide } = await open(request);
  const { body: kept } = await api.call('getDraft', { query: { version: '2' } });
  expect(kept.draft).toMatchObject({ edits: [{ hash, base: 'One.\n', text: 'Mine.\n' }] });
  expect((await save({ hash: hash ?? '', text: 'Mine.\n' })).status).toBe(409);
  expect((await source()).text).toBe('Two.\n');
  // A page that has not looked yet sends it as it was. It is told as that, and is not the text to go on with.
  const gone = { ...edits[0], file: 'gone.md' };
  const decided = await decide('sendFeedback', { edits: [...edits, gone] });
  const diff = expect.stringContaining('-One.\n+Mine.\n') as string;
  expect(decided.edits).toEqual([
    { path: 'a.md', isSaved: false, isOutdated: true, diff },
    { path: 'gone.md', isSaved: false, isOutdated: true, diff },
  ]);
  expect(decided.markdown).toContain(
    '`a.md` was edited, but not saved, and is not what it was then',
  );
});

it('of documents that are opened one by one, writes the named one if it is listed', async () => {
  mkdirSync(join(folder, 'docs/.hidden'), { recursive: true });
  for (let at = 1; at <= 25; at += 1) put(`docs/${at}.md`, `# Page ${at}\n`);
  put('docs/.hidden/a.md', 'Hidden.\n');
  put('docs/a.bin', 'Not listed.\n');
  put('outside.md', 'Outside.\n');
  const { api, save, source, decide } = await open({ path: 'docs' });
  const { hash } = await source('7.md');
  for (const file of [
    '.hidden/a.md',
    'a.bin',
    '../outside.md',
    join(folder, 'outside.md'),
    '99.md',
  ])
    expect(await save({ file, hash, text: 'Mine.\n' })).toMatchObject({ status: 404 });
  expect((await save({ file: '7.md', hash, text: '# Mine\n' })).json).toMatchObject({ version: 2 });
  expect(read('docs/7.md')).toBe('# Mine\n');
  const { body } = await api.call('getPlan', { query: { file: '7.md' } });
  expect(body).toMatchObject({ version: 2, blocks: [{ text: 'Mine' }] });
  const stale = await save({ file: '7.md', hash, text: '# Others\n' });
  expect(stale.json).toMatchObject({ code: 'content_changed', disk: { text: '# Mine\n' } });
  const preview = await api.call('previewSource', { body: { file: '7.md', text: '**New**' } });
  expect(preview.body.blocks).toMatchObject([
    { html: expect.stringContaining('<strong>') as string },
  ]);
  await api.call('addAnnotations', {
    body: {
      source: 'lint',
      type: 'COMMENT',
      originalText: 'Page 9',
      text: 'Hm.',
      filePath: '9.md',
    },
  });
  const other = await source('8.md');
  const decision = await decide('sendFeedback', {
    annotations: [
      { id: 'c', type: 'COMMENT', text: 'No.', originalText: 'Page 6', file: '6.md', startLine: 1 },
    ],
    edits: [
      { file: '8.md', hash: other.hash, base: other.text, text: '# Mine, too\n' },
      // Nobody has opened these two.
      { file: '10.md', hash: hashOf('# Page 10\n'), base: '# Page 10\n', text: 'Mine.\n' },
      { file: '11.md', hash: hashOf('# Page\n'), base: '# Page\n', text: 'Mine.\n' },
    ],
  });
  expect(decision.comments).toMatchObject([{ file: '6.md' }]);
  expect(decision.edits).toMatchObject([
    { path: 'docs/7.md', isSaved: true },
    { path: 'docs/8.md', isSaved: false, text: '# Mine, too\n' },
    { path: 'docs/10.md', isSaved: false, text: 'Mine.\n' },
    { path: 'docs/11.md', isSaved: false, isOutdated: true },
  ]);
  // The agent reads all paths as from the folder that it works in.
  for (const path of [
    '`docs/7.md` was edited and saved. ',
    '--- a/docs/7.md\n',
    '`docs/8.md` was edited, but not saved. ',
    '--- a/docs/8.md\n',
    '## `docs/6.md`\n\n### 1. Must, line 1\n',
    '> - At `docs/9.md`',
  ])
    expect(decision.markdown).toContain(path);
});
