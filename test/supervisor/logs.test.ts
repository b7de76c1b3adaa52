import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { call } from '../helpers/http-call.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
});
afterAll(() => galley.stop());

const secret = 'a-phrase-that-is-nobody-elses-business';

test('logs are JSON lines with component and session, without tokens, content or findings', async () => {
  const session = await galley.open({
    mode: 'plan',
    content: `# ${secret}\n\n${secret}\n`,
    detached: true,
  });
  const finding = { source: 'lint', text: secret, type: 'COMMENT', originalText: secret };
  await call(`${session.url}${sessionPath('addAnnotations')}?${secret}`, {
    method: 'POST',
    body: finding,
  });
  await call(`${session.url}${sessionPath('addAnnotations')}`, {
    method: 'POST',
    body: { source: secret },
  });
  await call(`${session.url}${sessionPath('saveDraft')}`, {
    method: 'PUT',
    body: { generation: 1, comments: [], feedback: secret },
  });
  await call(`${session.url}${sessionPath('approve')}`, {
    method: 'POST',
    body: { feedback: secret },
  });
  const folder = join(galley.state, 'log');
  const textOf = (name: string) => readFile(join(folder, name), 'utf8');
  await until('the end is logged', async () =>
    (await textOf('supervisor.log')).includes('session ended'),
  );

  const names = (await readdir(folder)).sort();
  expect(names).toEqual([`${session.id}.log`, 'supervisor.log'].sort());
  for (const name of names) {
    const text = await textOf(name);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(galley.supervisor.token);
    expect(text).not.toContain(galley.supervisor.nonce);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    for (const line of text.trim().split('\n')) {
      const fields = JSON.parse(line) as Record<string, unknown>;
      expect(fields).toMatchObject({ component: expect.any(String), pid: expect.any(Number) });
      if (name !== 'supervisor.log') expect(fields).toMatchObject({ session: session.id });
    }
  }
  const requests = (await textOf(`${session.id}.log`))
    .split('\n')
    .filter((line) => line.includes('"request"'));
  expect(JSON.parse(requests.find((line) => line.includes('POST')) ?? '')).toMatchObject({
    method: 'POST',
    route: sessionPath('addAnnotations'),
    status: 201,
    ms: expect.any(Number),
  });
});

test('a failure to derive from a damaged spool is reported, and the log has the reason', async () => {
  const repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.commit('one');
  repository.write('a.txt', 'two\n');
  const session = await galley.open({ mode: 'review', cwd: repository.path, detached: true });
  const manifest = join(galley.state, 'sessions', session.id, 'manifest.json');
  await until('it is prepared', async () => {
    const { json } = await call(`${session.url}${sessionPath('getSession')}`);
    return (json as { preparation: { state: string } }).preparation.state === 'ready';
  });
  const linesOf = (side: string) =>
    call(`${session.url}${sessionPath('getDiffLines')}?id=0&side=${side}&from=1&to=1`);
  expect(await linesOf('new')).toMatchObject({ status: 200 });
  await writeFile(manifest, `{"${secret}`);
  const answer = await linesOf('old');
  expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } });
  expect(answer.text).toContain('The supervisor log says why.');
  const log = join(galley.state, 'log', 'supervisor.log');
  await until('it is logged', async () => (await readFile(log, 'utf8')).includes('not derived'));
  const line = (await readFile(log, 'utf8'))
    .split('\n')
    .find((text) => text.includes('not derived'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    session: session.id,
    err: { type: 'SyntaxError', stack: expect.stringContaining('    at ') },
  });
  expect(line).not.toContain(secret);
  repository.remove();
});
