import { once } from 'node:events';
import { appendFile, cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { call } from '../helpers/http-call.ts';
import { entry, homeWith, startSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const uuid = '0b7a1f2e-3c4d-4e5f-8a9b-0c1d2e3f4a5b';
const longAgo = new Date(Date.now() - 90 * 24 * 60 * 60 * 1000);
const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

type Home = Awaited<ReturnType<typeof homeWith>>;
type Galley = Awaited<ReturnType<typeof startSupervisor>>;

let home: Home;
let galley: Galley | undefined;
const copy = temporaryFolder('next-release');
beforeEach(async () => {
  home = await homeWith({ logLevel: 'debug', warmWorkers: 0 });
});
afterEach(async () => {
  await galley?.stop();
  await home.remove();
  copy.remove();
});

const listState = async (): Promise<string[]> => {
  const entries = await readdir(home.state, { recursive: true, withFileTypes: true });
  return entries.map(({ parentPath, name }) => relative(home.state, join(parentPath, name)));
};

/** A build whose page is another one: to its supervisor, the page of today is that of an earlier release. */
const nextRelease = async (): Promise<string> => {
  await cp(dirname(entry('supervisor')), copy.path, { recursive: true });
  await appendFile(join(copy.path, 'web', 'review', 'index.html'), '<!-- the next one -->');
  return join(copy.path, 'supervisor.cjs');
};

/** Opens a review of a patch, and leaves everything that a session can have. */
const openWithAll = async (opener: Galley, name: string) => {
  const file = join(home.state, `stdin-${uuid.replace('0b7a', name)}.patch`);
  await writeFile(file, patch);
  const session = await opener.open({ mode: 'review', patch: file, key: name, detached: true });
  const put = (path: string, body: object) =>
    call(`${session.url}${path}`, { method: 'PUT', body });
  await put(sessionPath('saveDraft'), { generation: 1, feedback: 'Words.', comments: [] });
  await put(sessionPath('changeViewed'), { digests: ['1'.repeat(32)], isViewed: true });
  const words = (await readdir(join(home.state, 'drafts'))).find((it) => it.includes(session.id));
  const key = words?.split('.')[0] ?? '';
  // What is half-written, or locked, at this moment.
  await writeFile(join(home.state, 'drafts', `${key}.${session.id}.json.2957263519`), '');
  await writeFile(join(home.state, 'decisions', `${session.id}.json.${uuid}.tmp`), '');
  await mkdir(join(home.state, 'viewed', `${key}.json.lock`));
  await until('it has a log', async () =>
    (await readdir(join(home.state, 'log'))).includes(`${session.id}.log`),
  );
  const isOwn = (path: string) =>
    path.includes(session.id) || path.includes(key) || path.includes(`stdin-${name}`);
  return { ...session, isOwn };
};

/** The folder that a session is served from, by its path in the state folder. */
const servedPage = async (id: string): Promise<string> => {
  const text = await readFile(join(home.state, 'sessions', id, 'session.json'), 'utf8');
  const { page } = JSON.parse(text) as { page: string };
  expect(dirname(page)).toBe(join(home.state, 'pages'));
  return relative(home.state, page);
};

test('nothing of a running session expires, and everything of an ended one does', async () => {
  const first = await startSupervisor(home);
  galley = first;
  const pages = () => readdir(join(home.state, 'pages'));
  await until('both pages are kept', async () => {
    const names = await pages();
    return names.length === 2 && names.every((name) => !name.endsWith('.tmp'));
  });
  const running = await openWithAll(first, 'aaaa');
  // Not adopted yet, while the next supervisor cleans up.
  const stopped = await openWithAll(first, 'bbbb');
  const ended = await openWithAll(first, 'cccc');
  await first.api(controlPath('closeSession', { params: { id: ended.id } }), { method: 'DELETE' });
  await first.api(controlPath('getDecision', { params: { id: ended.id } }));
  await until('it is marked as collected', async () =>
    (await readdir(join(home.state, 'decisions'))).includes(`${ended.id}.collected`),
  );
  const exited = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exited;
  process.kill(stopped.pid, 'SIGSTOP');
  const page = await servedPage(running.id);
  const before = await listState();
  for (const path of before) await utimes(join(home.state, path), longAgo, longAgo);

  galley = await startSupervisor(home, { file: await nextRelease() });
  const log = () => readFile(join(home.state, 'log', 'supervisor.log'), 'utf8');
  // The first one has said so at its own start.
  await until(
    'what is old was removed',
    async () => (await log()).split('what is old was removed').length > 2,
  );
  const after = new Set(await listState());
  // Nobody serves the dashboard of the release before.
  const isUnused = (path: string) =>
    ended.isOwn(path) || (path.startsWith('pages/') && !path.startsWith(page));
  const removed = before.filter((path) => !after.has(path));
  expect(removed).toEqual(before.filter(isUnused));
  for (const { isOwn } of [running, stopped])
    expect(new Set(before.filter(isOwn).map((path) => dirname(path).split('/')[0]))).toEqual(
      new Set(['.', 'sessions', 'log', 'drafts', 'decisions', 'viewed']),
    );

  process.kill(stopped.pid, 'SIGCONT');
  for (const { url } of [running, stopped]) {
    expect((await call(`${url}/`)).status).toBe(200);
    expect((await call(`${url}${sessionPath('getDraft')}`)).json).toMatchObject({
      draft: { feedback: 'Words.' },
    });
    expect((await call(`${url}${sessionPath('getViewed')}`)).json).toMatchObject({
      digests: ['1'.repeat(32)],
    });
  }
});
