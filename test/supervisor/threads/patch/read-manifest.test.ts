import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readManifest } from '../../../../supervisor/threads/patch/read-manifest.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('is parsed once, and again once another one stands in its place', async () => {
  const path = join(folder.path, 'manifest.json');
  const put = (description: string): void => {
    writeFileSync(
      `${path}.new`,
      JSON.stringify({ description, files: [], additions: 0, deletions: 0 }),
    );
    renameSync(`${path}.new`, path);
  };
  put('one');
  const first = await readManifest(path);
  expect(await readManifest(path)).toBe(first);
  put('two');
  expect((await readManifest(path)).description).toBe('two');
  rmSync(path);
  await expect(readManifest(path)).rejects.toThrow('ENOENT');
});
