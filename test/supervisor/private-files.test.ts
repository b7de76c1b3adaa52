import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { png } from '../helpers/images.ts';
import { startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

let galley: TestSupervisor;
beforeAll(async () => {
  // Started by somebody whose own files are everybody's.
  galley = await startSupervisor(undefined, {
    through: ['sh', '-c', 'umask 0 && exec "$0" "$@"'],
  });
});
afterAll(() => galley.stop());

test('every folder is 0700 and every file 0600, whatever the umask and the modes of the installation', async () => {
  const pages = () => readdir(join(galley.state, 'pages'));
  await until('both pages are kept', async () => {
    const names = await pages();
    return names.length === 2 && names.every((name) => !name.endsWith('.tmp'));
  });
  const file = join(galley.home, 'a.patch');
  await writeFile(file, patch, { mode: 0o600 });
  for (const subject of [
    { mode: 'plan', content: '# A plan' },
    { mode: 'review', patch: file },
  ]) {
    const { id, url } = await galley.open({ ...subject, detached: true });
    const body = { generation: 1, feedback: 'Words.', comments: [] };
    await call(`${url}${sessionPath('saveDraft')}`, { method: 'PUT', body });
    const image = { method: 'POST', raw: png(2, 2) };
    expect((await call(`${url}${sessionPath('addUpload')}`, image)).status).toBe(201);
    const ticks = { digests: ['1'.repeat(32)], isViewed: true };
    await call(`${url}${sessionPath('changeViewed')}`, { method: 'PUT', body: ticks });
    await call(`${url}${sessionPath('changeConfig')}`, { method: 'POST', body: { theme: 'dark' } });
    await call(`${url}${sessionPath('getDiff')}?whitespace=hide`);
    if (subject.mode === 'plan')
      await call(`${url}${sessionPath('deny')}`, { method: 'POST', body: {} });
    await galley.api(controlPath('getDecision', { params: { id } }));
  }
  const entries = await readdir(galley.home, { recursive: true, withFileTypes: true });
  const open: string[] = [];
  for (const { parentPath, name } of entries) {
    const path = join(parentPath, name);
    const stats = await lstat(path);
    const mode = (stats.mode & 0o777).toString(8);
    if (mode !== (stats.isDirectory() ? '700' : '600')) open.push(`${path} ${mode}`);
  }
  expect(open).toEqual([]);
});
