import { spawn } from 'node:child_process';
import {
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  openNamedFile,
  openPlainFile,
  openShownFile,
  readPlainFile,
  readShownFile,
  type OpenedFile,
} from '../../../shared/node/plain-file.ts';
import { temporaryFolder } from '../../helpers/repository.ts';
import { readWhileSwapped } from '../../helpers/swap.ts';

const own = 'what is in the folder';
const secret = 'what is outside of it';

let above: string;
let folder: string;
let remove: () => void;

beforeAll(() => {
  ({ path: above, remove } = temporaryFolder('plain-file'));
  above = realpathSync(above);
  folder = join(above, 'folder');
  for (const name of ['sub', '.kept']) mkdirSync(join(folder, name), { recursive: true });
  mkdirSync(join(above, 'outside'));
  writeFileSync(join(above, 'outside', 'a.md'), secret);
  for (const name of ['a.md', '.env', 'sub/a.md', '.kept/a.md'])
    writeFileSync(join(folder, name), own);
  symlinkSync('a.md', join(folder, 'link.md'));
  symlinkSync('../outside', join(folder, 'linked'));
  symlinkSync(folder, join(above, 'named'));
});
afterAll(() => remove());

const textOf = async (opened: OpenedFile | undefined): Promise<string | undefined> => {
  if (opened === undefined) return undefined;
  try {
    return await opened.file.readFile('utf8');
  } finally {
    await opened.file.close();
  }
};
describe('a file of a folder', () => {
  it.each(['a.md', 'sub/a.md'])('%s is opened, by whatever name the folder has', async (path) => {
    for (const name of [folder, join(above, 'named')])
      expect(await textOf(await openShownFile(name, path))).toBe(own);
  });

  it.each([
    '.env',
    '.kept/a.md',
    '../outside/a.md',
    'sub/../a.md',
    'link.md',
    'linked/a.md',
    'sub',
  ])('%s is not', async (path) => {
    expect(await openShownFile(folder, path)).toBeUndefined();
    expect(await readShownFile(folder, path, 100)).toBeUndefined();
  });

  it('is told from a link, a folder, and one behind a link', async () => {
    expect(await readPlainFile(folder, 'link.md', 100)).toMatchObject({ isLink: true, bytes: 4 });
    expect(await openPlainFile(folder, 'sub')).toEqual({ kind: 'other' });
    expect(await openPlainFile(folder, 'linked/a.md')).toBeUndefined();
  });

  it('has no content if it is larger than asked for', async () => {
    const bytes = Buffer.byteLength(own);
    expect(await readShownFile(folder, 'a.md', bytes - 1)).toEqual({ isLink: false, bytes });
  });
});

/** Writes a file as editors do, as fast as it can. */
const replacing = `
  const { renameSync, writeFileSync } = require('node:fs');
  const [path, text] = process.argv.slice(1);
  for (;;) {
    writeFileSync(path + '.new', text);
    renameSync(path + '.new', path);
  }
`;

it.runIf(process.platform === 'linux')('a file that is replaced all the time is read', async () => {
  mkdirSync(join(folder, 'busy'));
  const path = join(folder, 'busy', 'a.md');
  writeFileSync(path, own);
  const child = spawn(process.execPath, ['-e', replacing, path, own], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { ino } = statSync(path);
  await expect.poll(() => statSync(path).ino).not.toBe(ino);
  for (let time = 0; time < 300; time += 1)
    expect(await textOf(await openShownFile(folder, 'busy/a.md'))).toBe(own);
});

it('a file that a person names may be a link', async () => {
  for (const path of [join(folder, 'link.md'), join(above, 'named/a.md')])
    expect(await textOf(await openNamedFile(path))).toBe(own);
  expect(await openNamedFile(folder)).toBeUndefined();
  await expect(openNamedFile(join(folder, 'none.md'))).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Nothing from outside may be among it. */
const readOf = (path: string, target: string, open: () => Promise<OpenedFile | undefined>) =>
  readWhileSwapped({
    path,
    target,
    own,
    times: 200,
    read: async () =>
      open().then(textOf, (error: unknown) => String((error as NodeJS.ErrnoException).code)),
  });

describe('nothing from outside is read while', () => {
  it('the file is swapped for a link', async () => {
    mkdirSync(join(folder, 'one'));
    const path = join(folder, 'one', 'a.md');
    writeFileSync(path, own);
    const read = await readOf(path, join(above, 'outside/a.md'), () =>
      openShownFile(folder, 'one/a.md'),
    );
    expect(read).not.toContain(secret);
  });

  // Elsewhere, no system call tells where an open file is.
  it.runIf(process.platform === 'linux')('its folder is swapped for a link', async () => {
    const path = join(folder, 'two');
    mkdirSync(path);
    writeFileSync(join(path, 'a.md'), own);
    const read = await readOf(path, join(above, 'outside'), () =>
      openShownFile(folder, 'two/a.md'),
    );
    expect(read).not.toContain(secret);
  });

  it('what a person has named is swapped for a link after it was looked at', async () => {
    mkdirSync(join(folder, 'three'));
    const path = join(folder, 'three', 'a.md');
    writeFileSync(path, own);
    // A link to a file that is gone and still open: it can be opened, and its real path cannot be told. So whoever reads
    // it has followed a link without having looked first.
    const lost = join(above, 'lost.md');
    writeFileSync(lost, secret);
    const hasProc = process.platform === 'linux';
    const target = hasProc ? `/proc/${process.pid}/fd/${openSync(lost, 'r')}` : join(above, 'none');
    unlinkSync(lost);
    expect(await readOf(path, target, () => openNamedFile(path))).not.toContain(secret);
  });
});
