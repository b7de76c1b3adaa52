import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { getPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino, type Logger } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTimeOf } from '../../../shared/node/process-identity.ts';
import type { PrepareDiffRequest } from '../../../supervisor/threads/change-requests.ts';
import {
  createThreadPool,
  type ThreadPool,
  type ThreadPoolOptions,
} from '../../../supervisor/threads/thread-pool.ts';
import { TaskProcess } from '../../../supervisor/threads/task-process.ts';
import { rangeSource } from '../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../helpers/repository.ts';
import { entry } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

const silent = pino({ level: 'silent' });
const path = process.env['PATH'] ?? '';
const pools: ThreadPool[] = [];
const processes: TaskProcess[] = [];
const threadFile = entry('thread');
const processFile = entry('tasks');
let folder: string;
let removeFolder: () => void;
let repository: Repository;
let head: string;
/** The process of all pools that a test gives no other. */
let shared: TaskProcess;
let hangsGit = false;

beforeAll(() => {
  repository = new Repository();
  repository.write('a.txt', 'one\n');
  head = repository.commit('one');
  repository.write('a.txt', 'two\n');
  shared = new TaskProcess({ file: processFile, logger: silent });
});
afterAll(async () => {
  await shared.close();
  repository.remove();
});
beforeEach(() => {
  ({ path: folder, remove: removeFolder } = temporaryFolder('pool'));
});
afterEach(async () => {
  process.env['PATH'] = path;
  hangsGit = false;
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  await Promise.all(processes.splice(0).map((each) => each.close()));
  removeFolder();
});

const startProcess = (options: { file?: string; idleMs?: number; logger?: Logger } = {}) => {
  const started = new TaskProcess({ file: processFile, logger: silent, ...options });
  processes.push(started);
  return started;
};

let names = 0;
const poolWith = (options: Partial<ThreadPoolOptions> = {}): ThreadPool => {
  const pool = createThreadPool({
    process: hangsGit ? startProcess() : shared,
    name: `content ${(names += 1)}`,
    file: threadFile,
    threads: 2,
    maxQueue: 10,
    taskTimeoutMs: 20_000,
    memoryMiB: 256,
    ...options,
  });
  pools.push(pool);
  return pool;
};

const diffInto = (name: string): PrepareDiffRequest => {
  mkdirSync(join(folder, name));
  return {
    task: 'prepare-diff',
    source: rangeSource({
      topLevel: repository.path,
      from: head,
      to: 'worktree',
      description: 'uncommitted changes',
      scope: { id: 'uncommitted', kind: 'uncommitted' },
    }),
    input: '',
    patch: join(folder, name, 'patch.diff'),
    manifest: join(folder, name, 'manifest.json'),
  };
};

/** A git that never ends by itself and tells its process id; installed before the pool's first thread. */
const hangGit = (): void => {
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  mkdirSync(join(folder, 'pids'));
  const script = `#!/bin/sh\ntrap '' TERM\ntouch "${join(folder, 'pids')}/$$"\nwhile :; do sleep 0.05; done\n`;
  writeFileSync(join(tools, 'git'), script);
  chmodSync(join(tools, 'git'), 0o755);
  process.env['PATH'] = `${tools}${delimiter}${path}`;
  hangsGit = true;
};
const gitPids = (): number[] => readdirSync(join(folder, 'pids')).map(Number);
const isGitGone = (): boolean => gitPids().every((pid) => startTimeOf(pid) === undefined);
const untilGitRuns = (count = 1): Promise<void> =>
  until(`${count} gits run`, () => gitPids().length === count);

/** A thread file of the test's own: what the task file does is up to the test, the thread is a real one. */
const threadRunning = (body: string): string => {
  const file = join(folder, 'thread.cjs');
  writeFileSync(file, `exports.runTask = async ({ request, port }) => {${body}};`);
  return file;
};

describe('a pool', () => {
  it('runs tasks of every kind and counts them', async () => {
    const pool = poolWith();
    const diff = await pool.run(diffInto('a'));
    expect(diff).toEqual({ files: 1, additions: 1, deletions: 1 });
    writeFileSync(join(folder, 'plan.md'), '# A plan\n');
    const output = join(folder, 'document.json');
    const document = await pool.run({
      task: 'render-document',
      sources: [{ path: join(folder, 'plan.md') }],
      output,
    });
    expect(document).toEqual({ title: 'A plan', blocks: 1 });
    expect(existsSync(output)).toBe(true);
    await expect(
      pool.run({
        task: 'fetch-document',
        url: 'http://127.0.0.1:1/',
        output,
        isPrivateAllowed: false,
      }),
    ).rejects.toMatchObject({ name: 'GalleyError', code: 'url_refused', status: 422 });
    expect(pool.stats()).toEqual({ running: 0, queued: 0, completed: 2, failed: 1 });
  });

  it('runs many tasks at once, each into its own files', async () => {
    const pool = poolWith({ maxQueue: 40 });
    const requests = Array.from({ length: 20 }, (_, index) => diffInto(`many-${index}`));
    await Promise.all(requests.map((request) => pool.run(request)));
    for (const { manifest } of requests)
      expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ additions: 1 });
  });

  it('refuses what would wait beyond the queue, and counts what waits', async () => {
    hangGit();
    const pool = poolWith({ threads: 1, maxQueue: 1 });
    const names = ['running', 'waiting'];
    const outcomes = Promise.allSettled(names.map((name) => pool.run(diffInto(name))));
    expect(pool.stats()).toMatchObject({ running: 1, queued: 1 });
    await expect(pool.run(diffInto('refused'))).rejects.toMatchObject({ code: 'queue_full' });
    await untilGitRuns();
    const closed = pool.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'shutting_down' } });
    await closed;
    expect(gitPids()).toHaveLength(1);
    await until('git is gone', isGitGone);
    await expect(pool.run(diffInto('late'))).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('stops a task that takes too long, with its git, and goes on', async () => {
    hangGit();
    const pool = poolWith({ threads: 1, taskTimeoutMs: 500 });
    const request = diffInto('slow');
    await expect(pool.run(request)).rejects.toMatchObject({ code: 'preparation_timeout' });
    await until('git is gone', isGitGone);
    expect(readdirSync(join(folder, 'slow'))).toEqual([]);
    writeFileSync(join(folder, 'plan.md'), 'text\n');
    const sources = [{ path: join(folder, 'plan.md') }];
    await pool.run({ task: 'render-document', sources, output: join(folder, 'document.json') });
    expect(pool.stats()).toMatchObject({ completed: 1, failed: 1 });
  });

  it('does not count the time that a task waits', async () => {
    const pool = poolWith({
      threads: 1,
      taskTimeoutMs: 1500,
      file: threadRunning(
        `port.postMessage({ type: 'started' });
         await new Promise((resolve) => setTimeout(resolve, 600));
         return { ok: true, result: {} };`,
      ),
    });
    await Promise.all([1, 2, 3, 4].map((count) => pool.run(diffInto(`waits-${count}`))));
    expect(pool.stats()).toMatchObject({ completed: 4, failed: 0 });
  });

  it('runs what waits in the order of asking', async () => {
    const pool = poolWith({ threads: 1 });
    const ended: number[] = [];
    const asked = Array.from({ length: 8 }, (_, index) => index);
    await Promise.all(
      asked.map(async (index) => {
        await pool.run(diffInto(`asked-${index}`));
        ended.push(index);
      }),
    );
    expect(ended).toEqual(asked);
  });

  it.each(['running', 'waiting'])('stops a %s task on its signal', async (state) => {
    hangGit();
    const pool = poolWith({ threads: 1 });
    const controller = new AbortController();
    const first = pool.run(diffInto('first'), state === 'running' ? controller : {});
    const second = pool.run(diffInto('second'), state === 'waiting' ? controller : {});
    const outcomes = Promise.allSettled([first, second]);
    await untilGitRuns();
    controller.abort();
    await expect(state === 'running' ? first : second).rejects.toMatchObject({
      code: 'preparation_failed',
      message: expect.stringMatching(/cancelled/),
    });
    if (state === 'waiting') expect(gitPids()).toHaveLength(1);
    await pool.close();
    await outcomes;
    await until('git is gone', isGitGone);
  });

  it('refuses a task whose signal is aborted already', async () => {
    await expect(
      poolWith().run(diffInto('late'), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'preparation_failed' });
  });

  it('kills what a thread that no longer listens has started', async () => {
    const pidFile = join(folder, 'pid');
    const pool = poolWith({
      threads: 1,
      taskTimeoutMs: 300,
      file: threadRunning(
        `port.postMessage({ type: 'started' });
         const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
         require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
         port.postMessage({ type: 'process-started', pid: child.pid });
         for (;;);`,
      ),
    });
    await expect(pool.run(diffInto('deaf'))).rejects.toMatchObject({ code: 'preparation_timeout' });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await until('the process is gone', () => startTimeOf(pid) === undefined);
  });

  it('survives a task that needs too much memory, with its neighbours', async () => {
    const pool = poolWith({ memoryMiB: 64 });
    const large = join(folder, 'large.md');
    writeFileSync(large, '- *a* `b` [c](http://d)\n'.repeat(400_000));
    const tooMuch = pool.run({
      task: 'render-document',
      sources: [{ path: large }],
      output: join(folder, 'large.json'),
    });
    const neighbour = pool.run(diffInto('neighbour'));
    await expect(tooMuch).rejects.toMatchObject({
      code: 'preparation_failed',
      message: expect.stringMatching(/memory/),
    });
    expect(await neighbour).toMatchObject({ files: 1 });
    expect(await pool.run(diffInto('after'))).toMatchObject({ files: 1 });
    expect(existsSync(join(folder, 'large.json'))).toBe(false);
  });

  it('survives a thread that exits, and one that cannot be loaded', async () => {
    for (const body of ['process.exit(3)', 'throw new Error("no")']) {
      const pool = poolWith({ file: threadRunning(body) });
      await expect(pool.run(diffInto(`exit-${body.length}`))).rejects.toMatchObject({
        code: 'preparation_failed',
      });
    }
    const pool = poolWith({ file: join(folder, 'missing.cjs') });
    await expect(pool.run(diffInto('missing'))).rejects.toMatchObject({
      code: 'preparation_failed',
    });
  });

  it('can be closed twice, and without ever having run', async () => {
    const pool = poolWith();
    await Promise.all([pool.close(), pool.close()]);
    await pool.close();
  });

  it('reads 400,000 changed lines in a thread of 64 MiB', async () => {
    const line = (index: number): string => `${index} ${'some text of a line '.repeat(3)}\n`;
    for (let file = 0; file < 20; file += 1)
      repository.write(
        `large/${file}.txt`,
        Array.from({ length: 20_000 }, (_, index) => line(index)).join(''),
      );
    const pool = poolWith({ memoryMiB: 64 });
    expect(await pool.run(diffInto('large'))).toEqual({
      files: 21,
      additions: 400_001,
      deletions: 1,
    });
    rmSync(join(repository.path, 'large'), { recursive: true });
  });
});

describe('the process of the tasks', () => {
  /** Runs until it is told to end; notes the process that it runs in. */
  // The message goes through two processes, and the file must not be seen before it has arrived.
  const endless = `port.postMessage({ type: 'started' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    require('node:fs').appendFileSync(require('node:path').join(require('node:path').dirname(request.manifest), 'ran'), process.pid + '\\n');
    await new Promise((resolve) => port.once('message', resolve));
    return { ok: true, result: {} };`;
  const ranIn = (name: string): number[] => {
    const file = join(folder, name, 'ran');
    if (!existsSync(file)) return [];
    // A line that has no end yet is still being written.
    return readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number);
  };
  const killed = (taskProcess: TaskProcess): void => {
    process.kill(taskProcess.pid ?? 0, 'SIGKILL');
  };

  it('is one for several pools, and there is none before the first task', async () => {
    const taskProcess = startProcess();
    const [one, other] = ['one', 'other'].map((name) => poolWith({ process: taskProcess, name }));
    expect(taskProcess.pid).toBeUndefined();
    one?.warm();
    const { pid } = taskProcess;
    expect(pid).not.toBe(process.pid);
    expect(await other?.run(diffInto('a'))).toMatchObject({ files: 1 });
    expect(await one?.run(diffInto('b'))).toMatchObject({ files: 1 });
    expect(taskProcess.pid).toBe(pid);
  });

  it('has a lower priority than those who wait for answers', () => {
    const taskProcess = startProcess();
    poolWith({ process: taskProcess }).warm();
    expect(getPriority(taskProcess.pid)).toBeGreaterThan(getPriority());
  });

  it('runs a task again that ran when it was killed, and the log says so', async () => {
    const log = new PassThrough();
    const taskProcess = startProcess({ logger: pino(log) });
    const pool = poolWith({
      process: taskProcess,
      file: threadRunning(endless),
      taskTimeoutMs: 2000,
    });
    const running = pool.run(diffInto('running'));
    await until('it runs', () => ranIn('running').length === 1);
    const before = taskProcess.pid;
    killed(taskProcess);
    // Until its time is up.
    await expect(running).resolves.toEqual({});
    expect(ranIn('running')).toEqual([before, taskProcess.pid]);
    expect(taskProcess.pid).not.toBe(before);
    expect(JSON.parse(String(log.read()))).toMatchObject({
      process: before,
      reason: 'SIGKILL',
      tasks: ['prepare-diff'],
    });
  });

  it('fails a task that ran both times that it died, and nothing else', async () => {
    const pool = poolWith({
      threads: 3,
      file: threadRunning(
        `port.postMessage({ type: 'started' });
         const { basename, dirname, join } = require('node:path');
         const { appendFileSync, readFileSync } = require('node:fs');
         const folder = dirname(request.manifest);
         appendFileSync(join(folder, 'ran'), process.pid + '\\n');
         const isFirst = readFileSync(join(folder, 'ran'), 'utf8').split('\\n').length === 2;
         // By then, the process has reported the start of all three.
         if (basename(folder) === 'fatal') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);
         if (isFirst || basename(folder) === 'fatal') await new Promise(() => undefined);
         return { ok: true, result: {} };`,
      ),
    });
    const requests = ['before', 'fatal', 'after'].map(diffInto);
    const [before, fatal, after] = await Promise.allSettled(requests.map((one) => pool.run(one)));
    expect(fatal).toMatchObject({
      status: 'rejected',
      reason: { code: 'preparation_failed', message: expect.stringContaining('SIGKILL') },
    });
    expect([before?.status, after?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(ranIn('fatal')).toHaveLength(2);
  });

  it('stops a task that waits to run again', async () => {
    const taskProcess = startProcess();
    const pool = poolWith({ process: taskProcess, file: threadRunning(endless) });
    const controllers = [new AbortController(), new AbortController()] as const;
    const runs = ['a', 'b'].map((name, at) => pool.run(diffInto(name), controllers[at]));
    const outcomes = Promise.allSettled(runs);
    await until('both run', () => ranIn('a').length === 1 && ranIn('b').length === 1);
    killed(taskProcess);
    await until('the first runs again', () => ranIn('a').length === 2);
    controllers[1].abort();
    await expect(runs[1]).rejects.toMatchObject({ code: 'preparation_failed' });
    expect(ranIn('b')).toHaveLength(1);
    controllers[0].abort();
    expect(await outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
  });

  it('hands what had not begun to the next one', async () => {
    const taskProcess = startProcess();
    const pool = poolWith({ process: taskProcess });
    await pool.run(diffInto('first'));
    // It reads none of them.
    process.kill(Number(taskProcess.pid), 'SIGSTOP');
    const asked = ['a', 'b', 'c'].map((name) => pool.run(diffInto(name)));
    killed(taskProcess);
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ files: 1 });
  });

  it('takes what its tasks have started with it', async () => {
    hangGit();
    const taskProcess = startProcess();
    const run = poolWith({ process: taskProcess }).run(diffInto('a'));
    const outcome = expect(run).rejects.toMatchObject({ code: 'preparation_failed' });
    await untilGitRuns();
    killed(taskProcess);
    await untilGitRuns(2);
    killed(taskProcess);
    await outcome;
    await until('git is gone', isGitGone);
  });

  it('is killed where nothing else ends a task, and the next task runs in another', async () => {
    const taskProcess = startProcess();
    const pool = poolWith({
      process: taskProcess,
      file: threadRunning(endless),
      taskTimeoutMs: 300,
    });
    const run = pool.run(diffInto('a'));
    await until('it runs', () => ranIn('a').length === 1);
    const frozen = taskProcess.pid ?? 0;
    process.kill(frozen, 'SIGSTOP');
    await expect(run).rejects.toMatchObject({ code: 'preparation_timeout' });
    await until('it is gone', () => startTimeOf(frozen) === undefined);
    await expect(pool.run(diffInto('b'))).resolves.toEqual({});
  });

  it('ends when it has had nothing to do, and begins again', async () => {
    const taskProcess = startProcess({ idleMs: 50 });
    const pool = poolWith({ process: taskProcess });
    await pool.run(diffInto('a'));
    await until('it has ended', () => taskProcess.pid === undefined);
    expect(await pool.run(diffInto('b'))).toMatchObject({ files: 1 });
  });

  it('fails a task with a sentence where it cannot be started', async () => {
    const missing = poolWith({ process: startProcess({ file: join(folder, 'missing.cjs') }) });
    await expect(missing.run(diffInto('a'))).rejects.toMatchObject({ code: 'preparation_failed' });
    const file = join(folder, 'crashes.cjs');
    writeFileSync(file, `process.send({ type: 'ready' }, () => process.exit(1));`);
    const crashing = poolWith({ process: startProcess({ file }) });
    await expect(crashing.run(diffInto('b'))).rejects.toMatchObject({ code: 'preparation_failed' });
  });

  it('tells of what nobody caught in it', async () => {
    const log = new PassThrough();
    const file = join(folder, 'crashes.cjs');
    writeFileSync(
      file,
      `process.on('message', () => process.send({ type: 'crashed', error: new TypeError('no') }, () => process.exit(1)));`,
    );
    const pool = poolWith({ process: startProcess({ file, logger: pino(log) }) });
    await expect(pool.run(diffInto('a'))).rejects.toMatchObject({ code: 'preparation_failed' });
    expect(String(log.read())).toContain('"message":"no"');
  });
});
