import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentPaths } from '../../../../shared/node/paths.ts';
import { readDocumentsState } from '../../../../supervisor/threads/tasks/documents-state.ts';
import {
  listDocumentsOf,
  renderListed,
} from '../../../../supervisor/threads/tasks/list-documents.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let root: string;
let remove: () => void;
let folder: string;
let spool: string;

beforeEach(async () => {
  ({ path: root, remove } = temporaryFolder('documents'));
  folder = join(root, 'folder');
  spool = join(root, 'spool');
  await mkdir(join(folder, 'deep'), { recursive: true });
  await mkdir(spool);
});
afterEach(() => remove());

const context = { signal: new AbortController().signal };
const source = () => ({ kind: 'documents', folder }) as const;
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const list = (version = 1) =>
  listDocumentsOf(
    { task: 'list-documents', source: source(), spool, version, output: join(spool, 'd.json') },
    context,
  );
const names = async (version = 1): Promise<string[]> => {
  const index: unknown = JSON.parse(await readFile(documentPaths(spool, version).index, 'utf8'));
  return (index as { documents: { name: string }[] }).documents.map(({ name }) => name);
};
const open = (name: string, position: number) =>
  renderListed({
    task: 'render-listed',
    source: source(),
    spool,
    version: 1,
    name,
    position,
  });
const state = async () =>
  (
    await readDocumentsState(
      { task: 'documents-state', source: source(), spool, version: 1 },
      context,
    )
  ).state;

it('a folder has changed when a shown document has, or others came or went', async () => {
  await write('README.md', '# Read');
  await write('deep/b.md', 'b');
  await list();
  expect(await state()).toBe('unchanged');
  await write('deep/b.md', 'not shown yet, so it is read when it is opened');
  expect(await state()).toBe('unchanged');
  await open('deep/b.md', 0);
  await utimes(join(folder, 'deep/b.md'), 1, 1);
  expect(await state()).toBe('unchanged');
  await write('deep/b.md', 'changed after it was opened');
  expect(await state()).toBe('changed');
  await write('deep/b.md', 'not shown yet, so it is read when it is opened');
  expect(await state()).toBe('unchanged');
  await write('new.yaml', 'a: 1');
  expect(await state()).toBe('changed');
  await rm(join(folder, 'new.yaml'));
  await write('code.ts', '');
  expect(await state()).toBe('unchanged');
});

it('lists what git does not ignore, and nothing that is hidden, linked or unreadable', async () => {
  await write('.gitignore', 'built/\n*.log\n!kept.log\n');
  // That of a folder counts in it alone, after those above.
  await write('deep/.gitignore', '!own.log\n/draft.md\nkept.log\n');
  await mkdir(join(folder, 'deep/er'));
  for (const name of ['deep/draft.md', 'deep/er/draft.md', 'draft.md', 'kept.log', 'own.log'])
    await write(name, name);
  for (const name of ['deep/kept.log', 'deep/own.log']) await write(name, name);
  for (const name of ['built', '.hidden', 'node_modules', 'locked']) {
    await mkdir(join(folder, name));
    await write(`${name}/a.md`, 'a');
  }
  await write('README.md', '# Read');
  await write('data.csv', 'a,b\n');
  await symlink('/etc/hostname', join(folder, 'link.md'));
  await symlink('/etc', join(folder, 'etc'));
  await write('with "quotes".md', 'q');
  await list();
  expect(await names()).toEqual([
    'built/a.md',
    'data.csv',
    'deep/draft.md',
    'deep/er/draft.md',
    'deep/kept.log',
    'deep/own.log',
    'draft.md',
    'kept.log',
    'locked/a.md',
    'own.log',
    'README.md',
    'with "quotes".md',
  ]);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  await chmod(join(folder, 'locked'), 0o000);
  await list(2);
  await chmod(join(folder, 'locked'), 0o700);
  expect((await names(2)).filter((name) => !name.startsWith('locked'))).toEqual([
    'data.csv',
    'deep/er/draft.md',
    'deep/own.log',
    'draft.md',
    'kept.log',
    'README.md',
    'with "quotes".md',
  ]);
});

it('does not read what became a link out of the folder after it was listed', async () => {
  await write('README.md', '# Read');
  await write('deep/b.md', 'b');
  await list();
  await rm(join(folder, 'deep'), { recursive: true });
  await mkdir(join(root, 'outside'));
  await writeFile(join(root, 'outside/b.md'), 'secret');
  await symlink(join(root, 'outside'), join(folder, 'deep'));
  await expect(open('deep/b.md', 0)).rejects.toMatchObject({ code: 'not_a_text' });
  await rm(join(folder, 'deep'));
  await mkdir(join(folder, 'deep'));
  await symlink(join(root, 'outside/b.md'), join(folder, 'deep/b.md'));
  await expect(open('deep/b.md', 0)).rejects.toMatchObject({ code: 'not_a_text' });
  await expect(open('../outside/b.md', 0)).rejects.toMatchObject({ code: 'not_a_text' });
});
