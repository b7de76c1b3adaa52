import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secureFolder } from '../../../shared/node/secure-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'galley-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

describe('secureFolder', () => {
  test('creates a private folder with its parents, and accepts an existing one', async () => {
    const path = join(root, 'a', 'b', 'c');
    await secureFolder(path);
    await secureFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700);
  });

  test('may be called concurrently', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        secureFolder(join(root, 'a', 'b', String(index % 3))),
      ),
    );
  });

  test.each([0o770, 0o707, 0o777])('refuses a folder with mode %o', async (mode) => {
    const path = join(root, 'open');
    await mkdir(path);
    await chmod(path, mode);
    await expect(secureFolder(path)).rejects.toMatchObject({ code: 'unsafe_folder' });
  });

  test('refuses a link to a folder, and a file', async () => {
    await mkdir(join(root, 'real'), { mode: 0o700 });
    await symlink(join(root, 'real'), join(root, 'link'));
    await expect(secureFolder(join(root, 'link'))).rejects.toMatchObject({ code: 'unsafe_folder' });
    await writeFile(join(root, 'file'), '');
    await expect(secureFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'unsafe_folder' });
  });

  test('reports why a folder cannot be created', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(secureFolder(join(root, 'file', 'a'))).rejects.toMatchObject({
      code: 'unsafe_folder',
      message: expect.stringContaining('is a file'),
    });
  });

  test.runIf(process.platform === 'linux')(
    'does not wait for ever where nothing can be made',
    async () => {
      await expect(secureFolder('/proc/galley/state')).rejects.toMatchObject({
        code: 'storage_failed',
      });
    },
  );
});
