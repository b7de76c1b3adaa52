import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endedReviewSchema } from '../../../shared/session/session.ts';
import { call } from '../../helpers/http-call.ts';
import { sessionPath } from '../../helpers/paths.ts';
import { Repository } from '../../helpers/repository.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

let repository: Repository;
let first: TestSupervisor;
beforeAll(async () => {
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.commit('first');
  repository.write('a.txt', 'two\n');
  first = await startSupervisor(await coldHome());
});
afterAll(async () => {
  repository.remove();
  await first.remove();
});

interface Open {
  readonly id: string;
  readonly url: string;
}

const spooled = ({ id }: Open) => join(first.state, 'sessions', id, 'session.json');
const sourceIn = async (session: Open) =>
  (JSON.parse(await readFile(spooled(session), 'utf8')) as { source: unknown }).source;

/** Puts what the release before providers wrote into the spool: its bytes, with what differs each time put in. */
const writeEarlier = async (session: Open, source: string): Promise<void> => {
  const { title, project, key, page } = JSON.parse(
    await readFile(spooled(session), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const [titleText, projectText] = [title, project].map((text) => JSON.stringify(text));
  const bytes = `{"id":"${session.id}","mode":"review","title":${titleText},"project":${projectText},"source":${source},"key":"${key}","page":"${page}"}`;
  await writeFile(spooled(session), bytes);
};

const firstFile = async ({ url }: Open) => {
  const { files } = (await call(`${url}${sessionPath('getDiff')}`)).json as {
    files: { id: string }[];
  };
  return files[0]?.id ?? '';
};
const newLines = async (session: Open) =>
  call(
    `${session.url}${sessionPath('getDiffLines')}?id=${await firstFile(session)}&side=new&from=1&to=9`,
  );

it('a session whose source an earlier release wrote goes on, changes and is kept', async () => {
  const patch = join(first.home, 'a.patch');
  repository.write('.gitignore', 'a.patch\n');
  await writeFile(patch, repository.git('diff'));
  const ofRange = await first.open({ mode: 'review', cwd: repository.path, detached: true });
  const ofPatch = await first.open({ mode: 'review', patch, detached: true });
  for (const { url } of [ofRange, ofPatch])
    await until('it is prepared', async () => {
      const { json } = await call(`${url}${sessionPath('getSession')}`);
      return (json as { preparation: { state: string } }).preparation.state === 'ready';
    });
  const head = repository.git('rev-parse', 'HEAD').trim();
  await writeEarlier(
    ofRange,
    `{"kind":"range","range":{"topLevel":"${repository.path}","from":"${head}","to":"worktree","description":"uncommitted changes"}}`,
  );
  await writeEarlier(ofPatch, `{"kind":"patch","path":"${patch}"}`);

  const exited = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exited;
  const next = await startSupervisor(first);
  try {
    await until('both are adopted', async () => {
      const log = await readFile(join(first.state, 'log', 'supervisor.log'), 'utf8');
      return log.split('"msg":"session adopted"').length === 3;
    });

    const hidden = (await call(`${ofPatch.url}${sessionPath('getDiff')}?whitespace=hide`)).json;
    expect(hidden).toMatchObject({ source: 'patch', files: [{ path: 'a.txt' }] });
    expect((await newLines(ofPatch)).status).toBe(404);

    repository.write('a.txt', 'three\n');
    const refreshed = await call(`${ofRange.url}${sessionPath('refresh')}`, {
      method: 'POST',
      body: {},
    });
    expect(refreshed).toMatchObject({ status: 200, json: { version: 2 } });
    expect(await sourceIn(ofRange)).toMatchObject({
      kind: 'change',
      provider: 'git',
      path: repository.path,
    });

    await call(`${ofPatch.url}${sessionPath('sendFeedback')}`, {
      method: 'POST',
      body: { approved: true },
    });
    const kept = join(first.state, 'decisions', ofPatch.id, 'ended.json');
    await until('it is kept', async () => (await readFile(kept).catch(() => '')).length > 0);
    const ended = endedReviewSchema.parse(JSON.parse(await readFile(kept, 'utf8')));
    expect(ended.source).toEqual({ kind: 'path', path: patch });
  } finally {
    await next.stop();
  }
});
