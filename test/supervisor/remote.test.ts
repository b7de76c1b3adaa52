import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionInfo, SessionView } from '../../shared/session/session.ts';
import type { Status } from '../../shared/supervisor/status.ts';
import { openStream } from '../helpers/event-stream.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { nothingTells, remoteHome } from '../helpers/remote.ts';
import { call } from '../helpers/http-call.ts';
import {
  spawnSupervisor,
  startSupervisor,
  writeSettings,
  type TestSupervisor,
} from '../helpers/supervisor.ts';
import { Repository } from '../helpers/repository.ts';
import { until } from '../helpers/until.ts';

const plan = { mode: 'plan', content: '# A plan', detached: true };

let galley: TestSupervisor;
let gateway: string;
beforeAll(async () => {
  galley = await startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } });
  gateway = `http://127.0.0.1:${galley.supervisor.gateway?.port}`;
});
afterAll(() => galley.stop());

describe('in remote mode', () => {
  it('a session has an address at the gateway and answers there', async () => {
    const { id } = await galley.open(plan);
    const session = (await galley.api(controlPath('getSession', { params: { id } })))
      .json as SessionView;
    expect(session.url).toBe(`${galley.supervisor.gateway?.url}/s/${id}`);
    expect((await call(`${gateway}/s/${id}${sessionPath('getSession')}`)).json).toMatchObject({
      id,
    });
    // Tools of this machine may still ask its own server.
    expect(
      (await call(`http://127.0.0.1:${session.port}${sessionPath('getSession')}`)).json,
    ).toMatchObject({ id });
    expect((await call(`${gateway}/list`)).text).toContain(`href="s/${id}/"`);
  });

  it('a decision through the gateway reaches the launching process, and ends the stream', async () => {
    const { id } = await galley.open(plan);
    const stream = await openStream(`${gateway}/s/${id}${sessionPath('streamEvents')}`);
    const decision = galley.api(
      controlPath('getDecision', { params: { id }, query: { wait: 30 } }),
    );
    const body = { feedback: 'Good.' };
    const answer = await call(`${gateway}/s/${id}${sessionPath('approve')}`, {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(200);
    expect((await decision).json).toMatchObject({ id, outcome: 'approved', feedback: 'Good.' });
    await until('the stream is over', stream.isOver);
    expect(stream.events.at(-1)?.data).toMatchObject({ type: 'ended', outcome: 'approved' });
    const isOpen = async () => (await galley.registry()).sessions.some((one) => one.id === id);
    await until('it is not open any more', async () => !(await isOpen()));
  });

  it('nothing is staged, discarded, applied or undone, unless a setting allows it', async () => {
    const repository = new Repository();
    repository.write('a.txt', 'one\n');
    const write = async () => {
      const { id } = await galley.open({ mode: 'review', cwd: repository.path, detached: true });
      const at = `${gateway}/s/${id}`;
      const infoOf = async () =>
        (await call(`${at}${sessionPath('getSession')}`)).json as SessionInfo;
      await until('it is ready', async () => (await infoOf()).preparation.state === 'ready');
      const ask = async (
        id: 'stageChange' | 'applySuggestions' | 'undoProjectChange',
        body: object,
      ) => call(`${at}${sessionPath(id)}`, { method: 'POST', body });
      const staged = await ask('stageChange', {
        action: 'stage',
        version: 1,
        id: '0',
        path: 'a.txt',
      });
      const made = staged.json as { id?: string };
      const suggestion = { path: 'a.txt', first: 1, last: 1, suggestedCode: 'two' };
      const applied = await ask('applySuggestions', { version: 1, suggestions: [suggestion] });
      const undone = await ask('undoProjectChange', { id: made.id ?? '0'.repeat(32) });
      return {
        answers: [staged, applied, undone].map(({ status, json }) => [
          status,
          (json as { code?: string }).code,
        ]),
        canStage: (await infoOf()).capabilities.includes('staging'),
        staged: repository.git('ls-files'),
        content: readFileSync(join(repository.path, 'a.txt'), 'utf8'),
      };
    };
    const refused = [403, 'forbidden_change'];
    expect(await write()).toEqual({
      answers: [refused, refused, refused],
      canStage: false,
      staged: '',
      content: 'one\n',
    });
    const settings = { gatewayPort: 0, warmWorkers: 0 };
    await writeSettings(galley.home, { ...settings, allowRemoteWrites: true });
    const done = [200, undefined];
    expect(await write()).toEqual({
      answers: [done, done, done],
      canStage: true,
      // What was staged is undone.
      staged: '',
      content: 'two\n',
    });
    await writeSettings(galley.home, settings);
    repository.remove();
  });

  it('a text leads only to files of a repository', async () => {
    const repository = new Repository();
    repository.write('a.ts', 'one\n');
    const filesIn = async (cwd: string) => {
      const plan = { mode: 'plan', content: '# Plan', detached: true } as const;
      const { id } = await galley.open({ ...plan, cwd });
      const at = `${gateway}/s/${id}`;
      const body = { references: [{ path: 'a.ts' }] };
      const asked = await call(`${at}${sessionPath('checkLinks')}`, { method: 'POST', body });
      const { status } = await call(`${at}${sessionPath('getLinkedFile')}?path=a.ts`);
      return [asked.json, status];
    };
    expect(await filesIn(repository.path)).toEqual([{ files: ['a.ts'] }, 200]);
    await writeFile(join(galley.home, 'a.ts'), 'secret\n');
    expect(await filesIn(galley.home)).toEqual([{ files: [null] }, 404]);
    repository.remove();
  });

  it('no note is saved, unless a setting allows it', async () => {
    const notesFolder = join(galley.home, 'vault');
    await mkdir(notesFolder);
    const settings = { gatewayPort: 0, warmWorkers: 0 };
    const save = async (more: object) => {
      await writeSettings(galley.home, { ...settings, notesFolder, ...more });
      const { id } = await galley.open({ mode: 'plan', content: '# Plan', detached: true });
      const at = `${gateway}/s/${id}`;
      const info = (await call(`${at}${sessionPath('getSession')}`)).json as SessionInfo;
      const { status } = await call(`${at}${sessionPath('saveNote')}`, {
        method: 'POST',
        body: {},
      });
      return { status, canSave: info.capabilities.includes('notes') };
    };
    expect(await save({})).toEqual({ status: 403, canSave: false });
    expect(await readdir(notesFolder)).toEqual([]);
    expect(await save({ allowRemoteWrites: true })).toEqual({ status: 200, canSave: true });
    await writeSettings(galley.home, settings);
  });

  it('status says so, with the address', async () => {
    const { network, gateway: told } = (await galley.api(controlPath('getStatus'))).json as Status;
    expect(network).toEqual({
      mode: 'remote',
      because: '--remote or GALLEY_REMOTE asks for it',
      reason: 'asked',
    });
    expect(told).toEqual(galley.supervisor.gateway);
  });

  it('the control API is not reachable through the gateway, even with its token', async () => {
    const headers = { authorization: `Bearer ${galley.supervisor.token}` };
    for (const path of [
      controlPath('listSessions'),
      controlPath('getStatus'),
      controlPath('getMetrics'),
    ])
      expect((await call(gateway + path, { headers })).status).toBe(404);
    expect(galley.supervisor.url).toMatch(/^http:\/\/127\.0\.0\.1:/u);
  });
});

// The environment, flags and what precedes what: see the tests of the command line.
it('the network mode follows the setting where nothing else tells', async () => {
  const home = await remoteHome({ remote: true });
  const started = await startSupervisor(home, { env: nothingTells });
  expect(started.supervisor.gateway).toBeDefined();
  await started.stop();
});

it('a port in use is reported, and nothing is left behind', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const home = await remoteHome({ gatewayPort: port });
  const { started, exited } = await spawnSupervisor(home.home, { env: { GALLEY_REMOTE: '1' } });
  expect(started).toMatchObject({ type: 'failed', body: { code: 'port_in_use' } });
  if (started.type === 'failed') {
    expect(started.body.error).toContain(`port ${port}`);
    expect(started.body.error).toContain('galley config set gatewayPort');
  }
  expect(await exited).toEqual([1, null]);
  await new Promise((resolve) => other.close(resolve));
  await home.remove();
});

it('a review outlives its supervisor and is reachable at the next gateway', async () => {
  const { id } = await galley.open(plan);
  galley.child.kill('SIGKILL');
  await galley.exited;
  galley = await startSupervisor(galley, { env: nothingTells });
  const told = galley.supervisor.gateway;
  expect(((await galley.api(controlPath('getStatus'))).json as Status).network).toEqual({
    mode: 'remote',
    because: 'the open sessions use it',
    reason: 'sessions',
  });
  const session = (await galley.api(controlPath('getSession', { params: { id } })))
    .json as SessionView;
  expect(session.url).toBe(`${told?.url}/s/${id}`);
  const url = `http://127.0.0.1:${told?.port}/s/${id}${sessionPath('approve')}`;
  expect((await call(url, { method: 'POST', body: {} })).status).toBe(200);
  const { json } = await galley.api(
    controlPath('getDecision', { params: { id }, query: { wait: 30 } }),
  );
  expect(json).toMatchObject({ id, outcome: 'approved' });
});
