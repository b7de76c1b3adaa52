import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findInUse } from '../../../supervisor/sessions/in-use.ts';
import { temporaryFolder } from '../../helpers/repository.ts';

const { path: folder, remove } = temporaryFolder('in-use');
afterAll(remove);

const label = { mode: 'plan', title: 'P', project: 'p', source: { kind: 'text' } };
const spool = async (name: string, id: string, parts: object): Promise<string> => {
  const sessionsFolder = join(folder, name);
  await mkdir(join(sessionsFolder, id), { recursive: true });
  const text = JSON.stringify({ id, ...label, ...parts });
  await writeFile(join(sessionsFolder, id, 'session.json'), text);
  return sessionsFolder;
};
const isRunning = (id: string) => id === 'bbbbbbbbbbbb';

test('whatever a spool names is in use, whichever supervisor opened it; nothing else is', async () => {
  const viewedBelow = [{ folder: 'api', key: 'abf' }];
  const named = { key: 'abc', viewedKey: 'abe', viewedBelow, page: '/pages/1' };
  const sessionsFolder = await spool('now', 'aaaaaaaaaaaa', named);
  const inUse = await findInUse({ sessionsFolder, isRunning });
  expect(['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'].map(inUse.hasSession)).toEqual([
    true,
    true,
    false,
  ]);
  expect(['abc', 'abd', 'abe', 'abf'].map(inUse.hasKey)).toEqual([true, false, true, true]);
  expect(['/pages/1', '/pages/2'].map(inUse.hasPath)).toEqual([true, false]);
});

test('a session of a release that did not record what it uses may use anything', async () => {
  const sessionsFolder = await spool('before', 'aaaaaaaaaaaa', {});
  const inUse = await findInUse({ sessionsFolder, isRunning });
  expect(inUse.hasSession('cccccccccccc')).toBe(false);
  expect(inUse.hasKey('abc')).toBe(true);
  expect(inUse.hasPath('/pages/1')).toBe(true);
});
