import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { NoteSaved } from '../../shared/session/note.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { writeSettings } from '../helpers/supervisor.ts';

let galley: SharedSupervisor;
let folder: string;
let vault: string;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-notes-')));
  vault = join(folder, 'vault');
  mkdirSync(vault);
  await notesIn(vault);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notesIn = (notesFolder: string): Promise<void> =>
  writeSettings(galley.home, { warmWorkers: 0, notesFolder });

const open = async (request: object) => {
  const session = await galley.open({ mode: 'plan', cwd: folder, detached: true, ...request });
  const { id, url, openedAt } = session;
  const post = (body: object = {}) =>
    call(`${url}${sessionPath('saveNote')}`, { method: 'POST', body });
  return {
    id,
    date: new Date(openedAt).toLocaleDateString('sv'),
    post,
    save: async (body: object = {}): Promise<NoteSaved> => {
      const { status, json } = await post(body);
      expect([status, json]).toEqual([200, json]);
      return json as NoteSaved;
    },
    info: async () => (await call(`${url}${sessionPath('getSession')}`)).json as SessionInfo,
  };
};

const read = (path: string): string => readFileSync(path, 'utf8');

/** The front matter as a YAML parser has it, and the rest. */
const partsOf = (path: string) => {
  const [, head = '', body] = /^---\n(.*?)\n---\n\n(.*)$/su.exec(read(path)) ?? [];
  return { facts: parse(head) as unknown, body };
};

const comment = {
  id: 'c1',
  type: 'COMMENT',
  kind: 'must',
  text: 'Say which.',
  originalText: 'A step',
  startLine: 3,
  section: 'Plan',
};

it('a plan is saved without comments, then with them in its place; what a reader added stays', async () => {
  const plan = await open({ content: '# Plan\n\nA step.\n', title: 'Plan: "a"\u202E # b' });
  expect((await plan.info()).capabilities).toContain('notes');
  const path = join(vault, `${plan.date} Plan a b.md`);
  expect(await plan.save()).toEqual({ path, isReplaced: false });
  expect(partsOf(path)).toEqual({
    facts: {
      galley: plan.id,
      title: String.raw`Plan: "a"\u202e # b`,
      mode: 'plan',
      project: folder.slice(folder.lastIndexOf('/') + 1),
      date: plan.date,
    },
    body: '# Plan\n\nA step.\n',
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);

  const edits = [{ hash: '0', base: '# Plan\n\nA step.\n', text: '# Plan\n\nTwo steps.\n' }];
  const written = { feedback: 'Nearly.', annotations: [comment], edits };
  expect(await plan.save(written)).toEqual({ path, isReplaced: true });
  const { body } = partsOf(path);
  expect(body).toMatch(
    /^# Plan\n\nA step\.\n\n---\n\n# Comments\n\n## The reviewer's note\n\nNearly\./u,
  );
  expect(body).toContain('\n-A step.\n+Two steps.\n');
  expect(body).toMatch(/## Under "Plan"\n\n### 1\. Must, line 3\n\n> A step\n\nSay which\.\n$/u);
  expect(readdirSync(vault)).toEqual([`${plan.date} Plan a b.md`]);

  writeFileSync(path, `${read(path)}\nOf a reader.\n`);
  const next = join(vault, `${plan.date} Plan a b 2.md`);
  expect(await plan.save()).toEqual({ path: next, isReplaced: false });
  expect(read(path)).toContain('Of a reader.');
  expect(await plan.save()).toEqual({ path: next, isReplaced: true });
  // A comment under the name of drafts would be lost.
  expect((await plan.post({ comments: [comment] })).status).toBe(400);
});

it('no file that the session did not write is replaced, whatever it claims, and no link followed', async () => {
  const plan = await open({ content: '# Plan', title: 'Plan' });
  const pathOf = (number: string) => join(vault, `${plan.date} Plan${number}.md`);
  const foreign = `---\ngalley: "${plan.id}"\n---\n\nOf somebody else.\n`;
  const outside = join(folder, 'outside.md');
  writeFileSync(pathOf(''), foreign);
  writeFileSync(outside, foreign);
  symlinkSync(outside, pathOf(' 2'));
  symlinkSync(join(folder, 'nowhere.md'), pathOf(' 3'));
  mkdirSync(pathOf(' 4'));
  expect(await plan.save()).toEqual({ path: pathOf(' 5'), isReplaced: false });
  expect([read(pathOf('')), read(outside)]).toEqual([foreign, foreign]);
  expect(existsSync(join(folder, 'nowhere.md'))).toBe(false);

  // Its own note has become a link to a file with the same content.
  const own = read(pathOf(' 5'));
  writeFileSync(outside, own);
  rmSync(pathOf(' 5'));
  symlinkSync(outside, pathOf(' 5'));
  const written = { feedback: 'Something new.' };
  expect(await plan.save(written)).toEqual({ path: pathOf(' 6'), isReplaced: false });
  expect(read(outside)).toBe(own);
});

it('the notes of two sessions with the same title, and hostile titles, stay in the folder', async () => {
  const paths: string[] = [];
  for (const title of ['../../x', '../../x', '.hidden', 'CON', `a\n${'ä'.repeat(297)}`]) {
    const { save } = await open({ content: '# Plan', title });
    paths.push((await save()).path);
  }
  const { date } = await open({ content: '# Plan' });
  const names = ['x.md', 'x 2.md', 'hidden.md', 'CON.md', `a ${'ä'.repeat(59)}.md`];
  expect(paths).toEqual(names.map((name) => join(vault, `${date} ${name}`)));
  expect(readdirSync(vault).toSorted()).toEqual(names.map((name) => `${date} ${name}`).toSorted());
  expect(readdirSync(folder)).toEqual(['vault']);
});

it('says what is wrong with the folder, and writes nothing', async () => {
  const plan = await open({ content: '# Plan' });
  await notesIn(join(folder, 'gone'));
  const missing = await plan.post();
  expect([missing.status, missing.json]).toMatchObject([422, { code: 'file_not_found' }]);
  expect(existsSync(join(folder, 'gone'))).toBe(false);

  // Where not even root may write; elsewhere the tests are not run by root.
  const isLinux = process.platform === 'linux';
  const closed = isLinux ? '/sys' : join(folder, 'closed');
  if (!isLinux) mkdirSync(closed, { mode: 0o555 });
  await notesIn(closed);
  const unwritable = await plan.post();
  expect([unwritable.status, unwritable.json]).toMatchObject([500, { code: 'storage_failed' }]);

  await notesIn('');
  const none = await plan.post();
  expect([none.status, none.json]).toMatchObject([404, { code: 'not_found' }]);
  expect((await (await open({ content: '# Plan' })).info()).capabilities).not.toContain('notes');
  expect(readdirSync(vault)).toEqual([]);
});

it('several documents are one note, of many the one that is named, and code changes have none', async () => {
  writeFileSync(join(folder, 'a.md'), '---\ntags: x\n---\n\n# A\n\nText.\n');
  writeFileSync(join(folder, 'b.yaml'), 'key: "```"\n');
  const several = await open({ mode: 'document', paths: ['a.md', 'b.yaml'] });
  const { path } = await several.save();
  expect(partsOf(path).body).toBe(
    '# `a.md`\n\n```yaml\ntags: x\n```\n\n# A\n\nText.\n\n# `b.yaml`\n\n````yaml\nkey: "```"\n````\n',
  );
  expect(partsOf((await several.save({ file: 'b.yaml' })).path).body).toBe(
    '````yaml\nkey: "```"\n````\n',
  );
  expect((await several.post({ file: 'c.md' })).status).toBe(404);

  const docs = join(folder, 'docs');
  mkdirSync(join(docs, 'guide'), { recursive: true });
  for (let at = 0; at < 30; at += 1) writeFileSync(join(docs, 'guide', `${at}.md`), `# Of ${at}\n`);
  const many = await open({ mode: 'document', path: 'docs', title: 'Docs' });
  const annotations = [7, 8].map((at) => ({
    ...comment,
    id: `c${at}`,
    text: `On ${at}.`,
    file: `guide/${at}.md`,
  }));
  const commented = await many.save({ file: 'guide/7.md', annotations });
  expect(partsOf(commented.path).body).toContain('\n\nOn 7.\n');
  expect(partsOf(commented.path).body).not.toContain('On 8.');
  const seventh = await many.save({ file: 'guide/7.md' });
  expect(seventh.path).toBe(join(vault, `${many.date} Docs guide 7.md`));
  expect(partsOf(seventh.path)).toMatchObject({
    facts: { source: 'guide/7.md' },
    body: '# Of 7\n',
  });
  expect((await many.save({ file: 'guide/8.md' })).isReplaced).toBe(false);
  expect([seventh.path, seventh.isReplaced]).toEqual([commented.path, true]);

  writeFileSync(join(folder, 'a.patch'), '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n');
  const change = await open({ mode: 'review', patch: 'a.patch' });
  expect((await change.post()).status).toBe(404);
  expect((await change.info()).capabilities).not.toContain('notes');
});
