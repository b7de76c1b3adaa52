import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DiffColours } from '../../shared/session/diff-colours.ts';
import { sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());

const open = async (path: string, lines: readonly string[]) => {
  const patch = join(galley.folder, `${path}.diff`);
  const body = lines.map((line) => `+${line}\n`).join('');
  await writeFile(
    patch,
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${body}`,
  );
  return galley.open({ mode: 'review', patch, detached: true });
};

const coloursOf = async (url: string): Promise<DiffColours> =>
  (await call(`${url}${sessionPath('getDiffColours')}`)).json as DiffColours;

const keptIn = (id: string) => join(galley.state, 'sessions', id, 'colours.json');

/** Once they are kept: on a busy machine the thread takes its time at first. */
const keptColours = async ({ id, url }: { id: string; url: string }): Promise<DiffColours> => {
  await until(
    'they are kept',
    async () => (await coloursOf(url)) && existsSync(keptIn(id)),
    60_000,
  );
  return coloursOf(url);
};

it('are made by a thread and cached', { timeout: 60_000 }, async () => {
  const session = await open('a.ts', ['const a = 1;', 'export { a };']);
  const { files } = await keptColours(session);
  expect(files).toMatchObject([{ id: '0', deletions: [] }]);
  expect(files[0]?.additions).toHaveLength(2);
  const kept = await readFile(keptIn(session.id), 'utf8');
  expect((JSON.parse(kept) as DiffColours).files).toEqual(files);
});

it('are abandoned, once, for code that keeps a grammar busy', { timeout: 120_000 }, async () => {
  // A line of them takes about a second.
  const session = await open(
    'hostile.sh',
    Array.from({ length: 120 }, () => '<<'.repeat(499)),
  );
  // It is not tried again, and the thread is free for others.
  expect(await keptColours(session)).toMatchObject({ version: 1, files: [] });
  const other = await open('b.ts', ['const b = 2;']);
  expect((await keptColours(other)).files).toHaveLength(1);
});
