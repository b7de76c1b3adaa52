import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import type { OpenRequest, SessionView } from '../../shared/session/session.ts';
import { openStream } from '../helpers/event-stream.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { describeWhere } from '../helpers/programs.ts';
import { mainThreadMs } from '../helpers/resources.ts';
import { coldHome, entry, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: TestSupervisor;
let folder: string;
let other: SessionView;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'galley-hostile-')));
  other = await open({ mode: 'plan', content: '# Another one' });
});
afterAll(async () => {
  await galley.stop();
  rmSync(folder, { recursive: true });
});

const open = async (request: object): Promise<SessionView> => {
  const body = { cwd: folder, detached: true, ...request } as OpenRequest;
  const opened = await galley.client.call('openSession', { body });
  if (opened.status !== 201) throw new Error('The answer is a decision.');
  const { id } = opened.body;
  // By the registry: asking the supervisor all the time would cost it what is measured here.
  const isPrepared = async () => {
    const record = (await galley.registry()).sessions.find((session) => session.id === id);
    return record !== undefined && record.preparation.state !== 'preparing';
  };
  await until('it is prepared', isPrepared, 80_000, 80);
  return opened.body;
};
const apiOf = ({ url }: SessionView) => createApiClient(sessionApi, { url });
const preparationOf = async ({ id }: SessionView) =>
  (await galley.client.call('getSession', { params: { id } })).body.preparation;

/** What a document of the folder takes of the main threads of the supervisor and of another session. */
const costOf = async (act: () => Promise<void>): Promise<number> => {
  const pids = [galley.supervisor.pid, other.pid];
  const costMs = () => pids.reduce((sum, pid) => sum + mainThreadMs(pid), 0);
  const before = costMs();
  await act();
  return costMs() - before;
};

/** Writes a file a hundred times a second, and ends with this text. */
const writer = `
  const { renameSync, writeFileSync } = require('node:fs');
  const [path, times] = process.argv.slice(1);
  let at = 0;
  const write = () => {
    at += 1;
    const isLast = at === Number(times);
    writeFileSync(path + '.new', isLast ? '# The last' : '# Text ' + at);
    renameSync(path + '.new', path);
    if (isLast) clearInterval(writing);
  };
  const writing = setInterval(write, 10);
`;

const pathsInProc = process.platform === 'linux' ? undefined : 'needs /proc';

describeWhere(pathsInProc, 'a hostile document', () => {
  it.each([
    ['nested quotes', '>'],
    ['brackets', '['],
    ['nested lists', '- '],
  ])('of 1 MB of %s is shown, and costs others nothing', async (_, piece) => {
    const path = join(folder, 'bomb.md');
    writeFileSync(path, `${piece.repeat((1024 * 1024) / piece.length)}The end`);
    const costMs = await costOf(async () => {
      const session = await open({ mode: 'document', path });
      expect(await preparationOf(session)).toEqual({ state: 'ready' });
      const { body } = await apiOf(session).call('getPlan');
      expect(body.blocks.at(-1)?.text).toContain('The end');
    });
    expect(costMs).toBeLessThan(500);
  });

  it('of 50 MB is refused by its size, and costs nobody anything', async () => {
    const path = join(folder, 'huge.md');
    writeFileSync(path, '# Huge');
    truncateSync(path, 50 * 1024 * 1024);
    const costMs = await costOf(async () => {
      for (const mode of ['plan', 'document']) {
        const { status, json } = await galley.api(controlPath('openSession'), {
          method: 'POST',
          body: { mode, path, cwd: folder, detached: true },
        });
        expect([status, json]).toEqual([
          422,
          expect.objectContaining({
            code: 'content_too_large',
            error: `${path} is 50 MiB; the limit is 20 MiB. Review a part of it.`,
          }),
        ]);
      }
    });
    expect(costMs).toBeLessThan(200);
    rmSync(path);
  });

  const hugeBytes = 50 * 1024 * 1024;

  it('of 50 MB that grew after it was opened is not shown, and the review goes on', async () => {
    const path = join(folder, 'growing.md');
    writeFileSync(path, '# Small');
    const session = await open({ mode: 'document', path });
    const costMs = await costOf(async () => {
      truncateSync(path, hugeBytes);
      await expect(apiOf(session).call('refresh', { body: {} })).rejects.toMatchObject({
        code: 'content_too_large',
      });
      const { body } = await apiOf(session).call('getPlan');
      expect(body.blocks.map(({ text }) => text)).toEqual(['Small']);
      rmSync(path);
    });
    expect(costMs).toBeLessThan(200);
  });

  it('of 50 MB from a server is given up at its limit', async () => {
    let sent = 0;
    const part = Buffer.alloc(64 * 1024, 'x');
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const parts = function* () {
        for (; sent < hugeBytes; sent += part.length) yield part;
      };
      pipeline(parts, response, () => undefined);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const costMs = await costOf(async () => {
      const session = await open({ mode: 'document', url, allowPrivate: true });
      expect(await preparationOf(session)).toMatchObject({
        state: 'failed',
        code: 'content_too_large',
        error: 'The document is larger than 10 MiB. Review a part of it.',
      });
    });
    expect(costMs).toBeLessThan(200);
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('of 50 MB on standard input is refused, and costs nobody anything', async () => {
    const costMs = await costOf(async () => {
      const child = spawn(process.execPath, [entry('cli'), 'plan', '-', '--no-browser'], {
        cwd: folder,
        env: { ...process.env, GALLEY_HOME: galley.home },
        stdio: ['pipe', 'ignore', 'pipe'],
      });
      const told = text(child.stderr);
      child.stdin.end(Buffer.alloc(hugeBytes, 'x'));
      const [code] = (await once(child, 'close')) as [number];
      expect([code, await told]).toEqual([
        1,
        expect.stringContaining('The text is 50 MiB; the limit is 20 MiB.') as string,
      ]);
    });
    expect(costMs).toBeLessThan(1000);
  });

  it('that changes a hundred times a second is announced once for each time it is read', async () => {
    const path = join(folder, 'restless.md');
    writeFileSync(path, '# Text 0');
    const session = await open({ mode: 'document', path });
    const api = apiOf(session);
    const titleOf = async () => (await api.call('getPlan')).body.blocks[0]?.text;
    const stream = await openStream(session.url + sessionPath('streamEvents'));
    const announced = () => stream.events.filter(({ data }) => data.type === 'freshness');
    const last = () => announced().at(-1)?.data['isStale'];
    const before = mainThreadMs(session.pid);
    const child = spawn(process.execPath, ['-e', writer, path, '500'], { stdio: 'inherit' });
    const ended = once(child, 'exit');
    await until('it is announced', () => last() === true);
    // It is read while it is written, and is old again at once.
    const { status } = await api.call('refresh', { body: {} });
    expect(status).toBe(200);
    expect(await titleOf()).toMatch(/^(?:Text [1-9]\d*|The last)$/u);
    await ended;
    expect(readFileSync(path, 'utf8')).toBe('# The last');
    await until('it is known that there is a newer one', async () => {
      return last() === true || (await titleOf()) === 'The last';
    });
    await api.call('refresh', { body: {} });
    expect(await titleOf()).toBe('The last');
    // Two changes of what is known for each refresh, and one before.
    expect(announced().length).toBeLessThanOrEqual(5);
    expect(mainThreadMs(session.pid) - before).toBeLessThan(1500);
    stream.close();
  });
});
