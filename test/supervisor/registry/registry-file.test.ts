import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Registry } from '../../../shared/supervisor/registry.ts';
import {
  readRegistry,
  RegistryFile,
  setAsideRegistry,
} from '../../../supervisor/registry/registry-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-registry-'));
  path = join(folder, 'registry.json');
});
afterEach(() => rm(folder, { recursive: true }));

const registryOf = (nonce: string, release = '1'): Registry => ({
  version: 1,
  supervisor: {
    pid: process.pid,
    startTime: '1',
    bootId: '',
    nonce,
    url: 'http://127.0.0.1:1',
    token: 't',
    release,
    startedAt: '2026-01-01T00:00:00.000Z',
  },
  sessions: [],
});

describe('RegistryFile', () => {
  test('reads back what was written, private to its owner', async () => {
    const file = new RegistryFile(path, () => registryOf('a'));
    await file.save();
    expect(await readRegistry(path)).toEqual({ kind: 'valid', registry: registryOf('a') });
    expect(await readdir(folder)).toEqual(['registry.json']);
  });

  test('merges concurrent saves into two writes, and the last state wins', async () => {
    let count = 0;
    const file = new RegistryFile(path, () => registryOf('a', String((count += 1))));
    await Promise.all(Array.from({ length: 50 }, () => file.save()));
    expect(count).toBe(2);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      supervisor: { release: '2' },
    });
  });

  test('notices that another leader has replaced it, and leaves that file alone', async () => {
    const first = new RegistryFile(path, () => registryOf('first'));
    await first.save();
    expect(await first.isOurs()).toBe(true);
    await new RegistryFile(path, () => registryOf('second')).save();
    expect(await first.isOurs()).toBe(false);
    await first.remove();
    expect(await readRegistry(path)).toMatchObject({
      registry: { supervisor: { nonce: 'second' } },
    });
  });

  test('leaves the file alone if it is replaced during a write', async () => {
    const successor = JSON.stringify(registryOf('second'));
    let isReplaced = false;
    const file = new RegistryFile(path, () => {
      // What is written is asked for once the write is under way.
      if (isReplaced) {
        writeFileSync(`${path}.new`, successor);
        renameSync(`${path}.new`, path);
      }
      return registryOf('first');
    });
    await file.save();
    isReplaced = true;
    await expect(file.save()).rejects.toMatchObject({ code: 'shutting_down' });
    expect(await readFile(path, 'utf8')).toBe(successor);
    expect(await readdir(folder)).toEqual(['registry.json']);
  });

  test('a removed file still belongs to the leader', async () => {
    const file = new RegistryFile(path, () => registryOf('a'));
    await file.save();
    await rm(path);
    expect(await file.isOurs()).toBe(true);
  });

  test('a failed write is reported and does not block the next', async () => {
    const file = new RegistryFile(join(folder, 'gone', 'registry.json'), () => registryOf('a'));
    await expect(file.save()).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(file.save()).rejects.toMatchObject({ code: 'storage_failed' });
  });
});

describe('readRegistry', () => {
  test('distinguishes a missing registry from any kind of corruption', async () => {
    expect(await readRegistry(path)).toEqual({ kind: 'none' });
    for (const text of ['', '{"version":1', '[]', '{"version":2}', 'null']) {
      await writeFile(path, text);
      expect(await readRegistry(path), text).toMatchObject({ kind: 'corrupt' });
    }
  });

  test('a corrupt registry is set aside unchanged', async () => {
    await writeFile(path, 'spoilt');
    const aside = await setAsideRegistry(path, 'x');
    expect(await readFile(aside, 'utf8')).toBe('spoilt');
    expect(await readRegistry(path)).toEqual({ kind: 'none' });
  });
});
