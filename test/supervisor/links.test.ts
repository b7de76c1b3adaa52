import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxReferences } from '../../shared/limits.ts';
import type { LinkedFile, LinksAnswer, Reference } from '../../shared/session/links.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository, temporaryFolder } from '../helpers/repository.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';

let galley: SharedSupervisor;
let repository: Repository;
let above: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  galley = await shareSupervisor();
  repository = new Repository();
  for (const [name, content] of Object.entries(projectFiles)) repository.write(name, content);
  repository.commit('first');
  for (const [name, content] of Object.entries(otherFiles)) repository.write(name, content);
  above = temporaryFolder('above');
  writeFileSync(join(above.path, 'secret.md'), 'classified\n');
  plantTraps(repository.path);
});
afterAll(async () => {
  await galley.stop();
  repository.remove();
  above.remove();
});

const code = 'export const one = 1;\r\nexport const two = 2;\r\n';
const projectFiles = {
  '.gitignore': 'out/\n*.log\n',
  '.env': 'KEY=classified\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'README.md': '# The project\n',
  'src/a.ts': code,
  'src/ä b.ts': code,
  'docs/guide.md': '# Guide\n\nSee [the code](../src/a.ts).\n\n<script>alert(1)</script>\n',
  'docs/plan.md': '# Plan\n\nSee `src/a.ts:2` and [the guide](guide.md).\n',
  'packages/one/src/own.ts': code,
  'image.bin': Buffer.from([1, 0, 2]),
};
/** Not committed, and not ignored or ignored. */
const otherFiles = { 'src/new.ts': code, 'out/made.js': 'classified\n', 'a.log': 'classified\n' };

/** What is no plain file of the project, whatever it is named. */
const plantTraps = (folder: string): void => {
  symlinkSync(join(above.path, 'secret.md'), join(folder, 'link.md'));
  symlinkSync(above.path, join(folder, 'linked'));
  symlinkSync('src/a.ts', join(folder, 'inner.ts'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  mkdirSync(join(folder, 'folder.md'));
  writeFileSync(join(folder, 'huge.ts'), '');
  truncateSync(join(folder, 'huge.ts'), 9 * 1024 * 1024);
};

const open = async (request: object) => {
  const session = await galley.open({
    mode: 'plan',
    cwd: repository.path,
    content: '# Plan',
    detached: true,
    ...request,
  });
  const { url } = session;
  const post = (body: unknown) =>
    call(`${url}${sessionPath('checkLinks')}`, { method: 'POST', body });
  return {
    url,
    post,
    find: async (references: readonly Reference[], file?: string) => {
      const { status, json } = await post({ references, ...(file === undefined ? {} : { file }) });
      expect([status, json]).toEqual([200, json]);
      return (json as LinksAnswer).files;
    },
    read: (path: string) =>
      call(`${url}${sessionPath('getLinkedFile')}?path=${encodeURIComponent(path)}`),
  };
};

const words = (...paths: string[]): Reference[] => paths.map((path) => ({ path }));
const links = (...paths: string[]): Reference[] => paths.map((path) => ({ path, isLink: true }));

/** All spellings of what must not be reached. */
const traps = [
  '../secret.md',
  '../../etc/passwd',
  'docs/../../secret.md',
  '/etc/passwd',
  '//etc/passwd',
  '/../etc/passwd',
  'file:///etc/passwd',
  '%2e%2e/secret.md',
  '..%2fsecret.md',
  '%252e%252e%252fsecret.md',
  '..\\secret.md',
  'src\\a.ts',
  'C:\\Windows\\win.ini',
  '....//secret.md',
  'src/a.ts\0',
  'src/a.ts\0.md',
  '"src/a.ts"',
  '"\\056\\056/secret.md"',
  '.env',
  './.env',
  'src/../.env',
  '.git/config',
  '.GIT/config',
  '.github/workflows/ci.yml',
  'link.md',
  'linked/secret.md',
  'inner.ts',
  'pipe.md',
  'folder.md',
  'src',
  'src/',
  'out/made.js',
  'a.log',
  'gone.md',
  'dev/../../../../../../../../dev/zero',
  `${'a/'.repeat(2000)}a`,
];

describe('references in a plan', () => {
  it('are found as files of the project, and nothing else is', async () => {
    const { post, find, read } = await open({});
    const { path } = repository;
    const found = words('src/a.ts', './src/new.ts', `${path}/src/a.ts`, '/README.md', 'src/ä b.ts');
    expect(await find([...found, ...words(...traps), ...links(...traps)])).toEqual([
      'src/a.ts',
      'src/new.ts',
      'src/a.ts',
      'README.md',
      'src/ä b.ts',
      ...[...traps, ...traps].map(() => null),
    ]);
    for (const trap of [...traps, `${path}/src/a.ts`, 'src/../src/a.ts', './src/a.ts']) {
      const { status, text } = await read(trap);
      expect([trap, status, text.includes('classified')]).toEqual([trap, 404, false]);
    }
    const invalid = [
      {},
      { references: [] },
      { references: words('') },
      { references: words('a'.repeat(4097)) },
      { references: [{ path: 1 }] },
      { references: words('a.ts'), more: 1 },
      { references: words(...Array.from({ length: maxReferences + 1 }, () => 'a.ts')) },
    ];
    for (const body of invalid) expect((await post(body)).status).toBe(400);
    expect((await read('')).status).toBe(400);
    // As many as are checked together, in one call.
    const many = Array.from({ length: maxReferences - 1 }, (_, index) => `src/${index}.ts`);
    expect((await find(words(...many, 'src/a.ts'))).filter((one) => one !== null)).toHaveLength(1);
  });

  it('open as rendered documents or as text, as they are now', async () => {
    const { read } = await open({});
    const file = async (path: string) => (await read(path)).json as LinkedFile;
    expect(await file('src/a.ts')).toEqual({
      kind: 'text',
      bytes: code.length,
      text: code.replaceAll('\r', ''),
    });
    const guide = await file('docs/guide.md');
    expect(guide).toMatchObject({ kind: 'document', blocks: [{ kind: 'heading' }, {}, {}] });
    expect(guide.blocks?.map(({ html }) => html).join('')).toContain('&lt;script&gt;');
    expect(await file('image.bin')).toEqual({ kind: 'binary', bytes: 3 });
    expect(await file('huge.ts')).toEqual({ kind: 'large', bytes: 9 * 1024 * 1024 });
    repository.write('src/a.ts', 'changed\n');
    expect(await file('src/a.ts')).toMatchObject({ text: 'changed\n' });
    repository.write('src/a.ts', code);
    repository.write('long.md', `# Long\n\n${'Words.\n\n'.repeat(80_000)}`);
    expect(await file('long.md')).toMatchObject({ kind: 'text' });
  });

  it('mean what is in the folder of the review first, links what is beside their document', async () => {
    const cwd = join(repository.path, 'packages/one');
    const inPackage = await open({ cwd });
    expect(await inPackage.find(words('src/own.ts', 'src/a.ts'))).toEqual([
      'packages/one/src/own.ts',
      'src/a.ts',
    ]);
    const inFile = await open({ content: undefined, path: 'docs/plan.md' });
    expect(await inFile.find(links('guide.md', '../src/a.ts', 'README.md'))).toEqual([
      'docs/guide.md',
      'src/a.ts',
      'README.md',
    ]);
    // What is shown beside it has links of its own.
    expect(await inFile.find(links('./own.ts'), 'packages/one/src/x.ts')).toEqual([
      'packages/one/src/own.ts',
    ]);
    expect(await inFile.find(links('../secret.md', 'secret.md'), '../../x.md')).toEqual([
      null,
      null,
    ]);
    // A plan elsewhere, as agents keep theirs.
    writeFileSync(join(above.path, 'plan.md'), '# Plan');
    const elsewhere = await open({ content: undefined, path: join(above.path, 'plan.md') });
    expect(await elsewhere.find(links('secret.md', './secret.md', 'src/a.ts'))).toEqual([
      null,
      null,
      'src/a.ts',
    ]);
  });
});

it('documents of a folder have links by the document that they are in', async () => {
  const folder = { mode: 'document', path: 'docs', content: undefined };
  const { find, url } = await open(folder);
  const info = (await call(`${url}${sessionPath('getSession')}`)).json as SessionInfo;
  expect(info.capabilities).toContain('links');
  const document = 'guide.md';
  expect(
    await find([
      { path: '../src/a.ts', isLink: true, document },
      { path: 'plan.md', isLink: true, document },
      { path: '../secret.md', isLink: true, document: '../../x.md' },
      { path: 'secret.md', isLink: true, document: `${above.path}/x.md` },
    ]),
  ).toEqual(['src/a.ts', 'docs/plan.md', null, null]);
});

it('without a repository, all plain files of the folder are found', async () => {
  writeFileSync(join(above.path, 'a.log'), 'text\n');
  writeFileSync(join(above.path, '.env'), 'classified\n');
  const { find, read } = await open({ cwd: above.path });
  expect(await find(words('a.log', '.env', '../x', '/etc/passwd'))).toEqual([
    'a.log',
    null,
    null,
    null,
  ]);
  expect((await read('a.log')).json).toMatchObject({ kind: 'text', text: 'text\n' });
  expect((await read('.env')).status).toBe(404);
});
