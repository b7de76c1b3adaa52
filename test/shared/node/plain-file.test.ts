import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openNamedFile,
  openPlainFile,
  openShownFile,
  readPlainFile,
  readShownFile,
  type OpenedFile,
} from '../../../shared/node/plain-file.ts';
import { temporaryFolder } from '../../helpers/repository.ts';

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
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

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

it('a file that a person names may be a link', async () => {
  for (const path of [join(folder, 'link.md'), join(above, 'named/a.md')])
    expect(await textOf(await openNamedFile(path))).toBe(own);
  expect(await openNamedFile(folder)).toBeUndefined();
  await expect(openNamedFile(join(folder, 'none.md'))).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Has a path in turn be a file or a folder, and a link that leads elsewhere, as fast as it can. */
const swapping = `
  const { renameSync, symlinkSync } = require('node:fs');
  const [path, target] = process.argv.slice(1);
  symlinkSync(target, path + '.link');
  for (;;) {
    renameSync(path, path + '.own');
    renameSync(path + '.link', path);
    renameSync(path, path + '.link');
    renameSync(path + '.own', path);
  }
`;

const enough = 200;

/** Reads over and over while something is swapped, until it was often its own and often was not. @returns what came else */
const readWhileSwapped = async (
  path: string,
  target: string,
  read: () => Promise<string | undefined>,
): Promise<Set<string>> => {
  const child = spawn(process.execPath, ['-e', swapping, path, target], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const others = new Set<string>();
  try {
    for (const left = { own: enough, others: enough }; left.own > 0 || left.others > 0;) {
      const text = await read().catch((error: unknown) => String(codeOf(error)));
      if (text === own) left.own -= 1;
      else {
        left.others -= 1;
        others.add(text ?? 'refused');
      }
    }
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  return others;
};

describe('nothing from outside is read while', () => {
  it('the file is swapped for a link', async () => {
    mkdirSync(join(folder, 'one'));
    const path = join(folder, 'one', 'a.md');
    writeFileSync(path, own);
    const outside = join(above, 'outside/a.md');
    const found = await readWhileSwapped(path, outside, async () =>
      textOf(await openShownFile(folder, 'one/a.md')),
    );
    expect([...found]).not.toContain(secret);
  });

  it('its folder is swapped for a link', async () => {
    mkdirSync(join(folder, 'two'));
    writeFileSync(join(folder, 'two', 'a.md'), own);
    const found = await readWhileSwapped(join(folder, 'two'), join(above, 'outside'), async () =>
      textOf(await openShownFile(folder, 'two/a.md')),
    );
    expect([...found]).not.toContain(secret);
  });

  const hasProc = process.platform === 'linux';

  it('what a person has named is swapped for a link after it was looked at', async () => {
    mkdirSync(join(folder, 'three'));
    const path = join(folder, 'three', 'a.md');
    writeFileSync(path, own);
    // A link to a file that is gone and still open: it can be opened, and its real path cannot be told. So whoever reads
    // it has followed a link without having looked first.
    const lost = join(above, 'lost.md');
    writeFileSync(lost, secret);
    const target = hasProc ? `/proc/${process.pid}/fd/${openSync(lost, 'r')}` : join(above, 'none');
    unlinkSync(lost);
    const found = await readWhileSwapped(path, target, async () =>
      textOf(await openNamedFile(path)),
    );
    expect([...found]).not.toContain(secret);
    rmSync(join(folder, 'three'), { recursive: true });
  });
});
