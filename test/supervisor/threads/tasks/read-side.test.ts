import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { Side } from '../../../../shared/session/side-lines.ts';
import {
  parseRange,
  resolveRange,
} from '../../../../supervisor/version-control/git/resolve-range.ts';
import { readSide } from '../../../../supervisor/threads/tasks/read-side.ts';
import { prepareInto, rangeSource } from '../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

let repository: Repository;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  repository = new Repository();
  folder = temporaryFolder();
});
afterEach(() => {
  repository.remove();
  folder.remove();
});

/** What is compared, once; and what reads a side of its first file afterwards. */
const compare = async (wanted?: string) => {
  const range = await resolveRange({ cwd: repository.path, wanted: parseRange(wanted) });
  const source = rangeSource(range);
  const { files } = await prepareInto(folder.path, source);
  const manifest = join(folder.path, 'manifest.json');
  const fileId = (files[0] as ChangedFile).id;
  const output = join(folder.path, 'side');
  return async (side: Side, maxBytes = 1000): Promise<string> => {
    await readSide(
      { task: 'read-side', source, manifest, fileId, side, output, maxBytes },
      { signal: new AbortController().signal },
    );
    return readFileSync(output, 'utf8');
  };
};

describe('a content that was compared', () => {
  it('is read from the commits, whatever is in the work tree', async () => {
    repository.write('a.txt', 'one\n');
    repository.commit('first');
    repository.write('a.txt', 'two\n');
    repository.commit('second');
    const read = await compare('HEAD');
    repository.write('a.txt', 'three\n');
    expect(await read('old')).toBe('one\n');
    expect(await read('new')).toBe('two\n');
  });

  it('is read from the work tree, until it changes', async () => {
    repository.write('a.txt', 'one\n');
    repository.commit('first');
    repository.write('a.txt', 'two\n');
    const read = await compare();
    expect(await read('new')).toBe('two\n');
    unlinkSync(join(folder.path, 'side'));
    repository.write('a.txt', 'six\n');
    await expect(read('new')).rejects.toMatchObject({ code: 'content_changed' });
    expect(await read('old')).toBe('one\n');
  });

  it('is no other file that the path leads to by now', async () => {
    repository.write('secret', 'a secret\n');
    repository.write('a.txt', 'one\n');
    repository.commit('first');
    repository.write('a.txt', 'two\n');
    const read = await compare();
    const path = join(repository.path, 'a.txt');
    unlinkSync(path);
    symlinkSync(join(repository.path, 'secret'), path);
    await expect(read('new')).rejects.toMatchObject({ code: 'content_changed' });
    unlinkSync(path);
    execFileSync('mkfifo', [path]);
    await expect(read('new')).rejects.toMatchObject({ code: 'content_changed' });
  });

  it('is the target of a symbolic link, not what stands there', async () => {
    repository.write('secret', 'a secret\n');
    repository.commit('first');
    symlinkSync('secret', join(repository.path, 'a-link'));
    const read = await compare();
    expect(await read('new')).toBe('secret');
  });

  it('has the line ends that were compared', async () => {
    repository.git('config', 'core.autocrlf', 'true');
    repository.write('a.txt', 'one\r\ntwo\r\n');
    repository.commit('first');
    repository.write('a.txt', 'one\r\nother\r\n');
    const read = await compare();
    expect(await read('new')).toBe('one\nother\n');
  });

  it('runs no program of the repository', async () => {
    const witness = join(folder.path, 'witness');
    repository.git('config', 'filter.evil.clean', `touch ${witness}; cat`);
    repository.write('.gitattributes', '*.txt filter=evil\n');
    repository.commit('first');
    repository.write('a.txt', 'two\n');
    repository.git('add', '--intent-to-add', 'a.txt');
    unlinkIfThere(witness);
    const read = await compare();
    repository.write('a.txt', 'three\n');
    await expect(read('new')).rejects.toMatchObject({ code: 'content_changed' });
    expect(existsSync(witness)).toBe(false);
  });

  it('is bounded, and nothing half-read stays', async () => {
    repository.write('a.txt', 'one\n');
    repository.commit('first');
    repository.write('a.txt', 'x'.repeat(2000));
    const read = await compare();
    await expect(read('new')).rejects.toMatchObject({ code: 'content_too_large' });
    const files = ['manifest.json', 'patch.diff', 'state.json'];
    expect(readdirSync(folder.path).sort()).toEqual(files);
    await expect(read('old', 2)).rejects.toMatchObject({ code: 'content_too_large' });
  });

  it('is not there on a side that has no file', async () => {
    repository.commit('first');
    repository.write('a.txt', 'one\n');
    const read = await compare();
    await expect(read('old')).rejects.toMatchObject({ code: 'not_found' });
  });
});

const unlinkIfThere = (path: string) => {
  if (existsSync(path)) unlinkSync(path);
};
