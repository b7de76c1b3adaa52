import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DiffColours } from '../../shared/session/diff-colours.ts';
import { call, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor();
});
afterAll(() => galley.stop());

const open = async (path: string, lines: readonly string[]) => {
  const patch = join(galley.home, `${path}.diff`);
  const body = lines.map((line) => `+${line}\n`).join('');
  await writeFile(
    patch,
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${body}`,
  );
  return galley.open({ mode: 'review', patch, detached: true });
};

const coloursOf = async (url: string): Promise<DiffColours> =>
  (await call(`${url}/api/diff/colours`)).json as DiffColours;

it('are made by a thread, and kept', { timeout: 60_000 }, async () => {
  const { id, url } = await open('a.ts', ['const a = 1;', 'export { a };']);
  const { files } = await coloursOf(url);
  expect(files).toMatchObject([{ id: '0', deletions: [] }]);
  expect(files[0]?.additions).toHaveLength(2);
  const kept = await readFile(join(galley.state, 'sessions', id, 'colours.json'), 'utf8');
  expect((JSON.parse(kept) as DiffColours).files).toEqual(files);
});

it('are given up for code that keeps a grammar busy, once', { timeout: 120_000 }, async () => {
  const { id, url } = await open(
    'hostile.md',
    Array.from({ length: 120 }, () => '**a_'.repeat(249)),
  );
  expect(await coloursOf(url)).toMatchObject({ version: 1, files: [] });
  const kept = await readFile(join(galley.state, 'sessions', id, 'colours.json'), 'utf8');
  expect((JSON.parse(kept) as DiffColours).files).toEqual([]);
  // It is not tried again, and the thread is free for others.
  expect((await coloursOf(url)).files).toEqual([]);
  const other = await open('b.ts', ['const b = 2;']);
  expect((await coloursOf(other.url)).files).toHaveLength(1);
});
