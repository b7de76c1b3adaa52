import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRegistry } from '../../../cli/client/read-registry.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-registry-'));
  path = join(folder, 'registry.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const supervisor = { pid: 1, startTime: '1', bootId: '', nonce: 'n', url: 'http://x', token: 't' };
const session = {
  id: 'a',
  mode: 'plan',
  state: 'running',
  pid: 2,
  startTime: '2',
  url: 'http://y',
  title: 't',
  project: 'p',
  openedAt: '',
};
const good = { version: 1, supervisor, sessions: [session] };

it('is found', () => {
  writeFileSync(path, JSON.stringify(good), { mode: 0o600 });
  expect(readRegistry(path)).toEqual({ kind: 'found', registry: good });
});

it('is missing', () => {
  expect(readRegistry(path)).toEqual({ kind: 'none' });
});

it.each([
  ['', 'it is not JSON'],
  ['{"version":1', 'it is not JSON'],
  [JSON.stringify({ ...good, version: 2 }), 'another release'],
  [JSON.stringify({ ...good, sessions: {} }), 'another release'],
  [JSON.stringify({ ...good, sessions: [{ ...session, pid: '2' }] }), 'another release'],
  [JSON.stringify({ ...good, supervisor: { ...supervisor, token: undefined } }), 'another release'],
  ['null', 'another release'],
])('%s cannot be read', (text, reason) => {
  writeFileSync(path, text, { mode: 0o600 });
  expect(readRegistry(path)).toMatchObject({
    kind: 'unreadable',
    reason: expect.stringContaining(reason) as string,
  });
});

it('is not trusted if others could have written it', () => {
  writeFileSync(path, JSON.stringify(good));
  chmodSync(path, 0o622);
  expect(readRegistry(path)).toEqual({ kind: 'unreadable', reason: 'others can write to it' });
});
