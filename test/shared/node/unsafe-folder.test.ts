import { chmod, chown, lchown, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secureFolder } from '../../../shared/node/secure-folder.ts';
import { findUnsafeFolder } from '../../../shared/node/unsafe-folder.ts';

const isRoot = process.getuid?.() === 0;
const stranger = 54_321;

let root: string;
/** The steps from the home to a folder of Galley, the first one first. */
let steps: string[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'galley-steps-')));
  steps = ['above', 'above/home', 'above/home/state', 'above/home/state/drafts'].map((step) =>
    join(root, step),
  );
  for (const step of steps) await mkdir(step, { mode: 0o700 });
});
afterEach(() => rm(root, { recursive: true }));

const at = (index: number): string => steps[index] ?? '';
const last = (): string => at(3);
const everyStep = [0, 1, 2, 3];

describe('each step on the path to a folder', () => {
  test.each(everyStep)('is refused if others can write to it (step %i)', async (index) => {
    for (const mode of [0o777, 0o757, 0o702]) {
      await chmod(at(index), mode);
      expect(findUnsafeFolder(last())).toMatchObject({
        path: at(index),
        advice: expect.stringContaining(`chmod go-w ${at(index)}`),
      });
      await expect(secureFolder(last())).rejects.toMatchObject({ code: 'unsafe_folder' });
    }
  });

  test.runIf(isRoot).each(everyStep)(
    "is refused where it is another user's, or another group can write to it (step %i)",
    async (index) => {
      await chown(at(index), stranger, 0);
      expect(findUnsafeFolder(last())).toMatchObject({
        path: at(index),
        problem: 'belongs to another user',
      });
      await expect(secureFolder(last())).rejects.toMatchObject({ code: 'unsafe_folder' });
      await chown(at(index), 0, stranger);
      await chmod(at(index), 0o770);
      expect(findUnsafeFolder(last())).toMatchObject({ path: at(index) });
      await chmod(at(index), 0o755);
      expect(findUnsafeFolder(last())).toBeUndefined();
    },
  );

  test('may be sticky, like /tmp, if the next step is ours', async () => {
    await chmod(at(0), 0o1777);
    expect(findUnsafeFolder(last())).toBeUndefined();
    await secureFolder(last());
    if (isRoot) {
      await chown(at(1), stranger, 0);
      expect(findUnsafeFolder(last())).toMatchObject({ path: at(1) });
    }
  });

  test('is checked before anything is created below', async () => {
    await chmod(at(1), 0o777);
    const missing = join(at(1), 'other', 'run');
    await expect(secureFolder(missing)).rejects.toMatchObject({ code: 'unsafe_folder' });
    await expect(realpath(dirname(missing))).rejects.toThrow('ENOENT');
  });
});

describe('a link on the path', () => {
  test('is followed: both its own place and its target must be safe', async () => {
    const link = join(root, 'link');
    for (const target of [at(1), 'above/home', '../' + root.split('/').at(-1) + '/above/home']) {
      await symlink(target, link);
      expect(findUnsafeFolder(join(link, 'state'))).toBeUndefined();
      await secureFolder(join(link, 'state', 'run'));
      await chmod(at(0), 0o777);
      expect(findUnsafeFolder(join(link, 'state'))).toMatchObject({ path: at(0) });
      await chmod(at(0), 0o700);
      await rm(link);
    }
  });

  test('is refused in a folder writable by others, whatever its target', async () => {
    const shared = join(root, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o777);
    await symlink(at(1), join(shared, 'home'));
    expect(findUnsafeFolder(join(shared, 'home', 'state'))).toMatchObject({ path: shared });
  });

  test.runIf(isRoot)("is refused in a sticky folder if it is another user's", async () => {
    const shared = join(root, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    const link = join(shared, 'home');
    await symlink(at(1), link);
    expect(findUnsafeFolder(join(link, 'state'))).toBeUndefined();
    await lchown(link, stranger, stranger);
    expect(findUnsafeFolder(join(link, 'state'))).toMatchObject({ path: link });
  });

  test('in a circle is refused', async () => {
    await symlink(join(root, 'b'), join(root, 'a'));
    await symlink(join(root, 'a'), join(root, 'b'));
    expect(findUnsafeFolder(join(root, 'a', 'home'))).toMatchObject({
      problem: 'leads in a circle',
    });
  });
});
