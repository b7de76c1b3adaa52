import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { defaultLimits, type Limits } from '../../shared/annotations/limits.ts';
import { MessageLink } from '../../shared/node/link/message-link.ts';
import { ipcTransport } from '../../shared/node/link/transport.ts';
import type { Block } from '../../shared/placement/blocks.ts';
import type { Manifest } from '../../shared/placement/manifest.ts';
import { decisionSchema, type Decision } from '../../shared/session/decision.ts';
import type { Mode, Preparation } from '../../shared/session/mode.ts';
import type { Assignment, ToWorker } from '../../shared/supervisor/worker-messages.ts';
import { fromWorkerSchema, type FromWorker } from '../../shared/supervisor/from-worker-messages.ts';
import { workerOptions } from '../../supervisor/workers/fork-worker.ts';
import { call } from './http-call.ts';
import { until } from './until.ts';

/** A document with a heading, a paragraph and a list, as rendered by the pool. */
export const blocks: Block[] = [
  block({ id: 'b0', kind: 'heading', startLine: 1, endLine: 1, text: 'Move the parser' }),
  block({
    id: 'b1',
    kind: 'paragraph',
    startLine: 3,
    endLine: 4,
    text: 'The parser moves\nout of the server.',
  }),
  block({ id: 'b2', kind: 'list', startLine: 6, endLine: 6, text: 'keep the old entry point' }),
];

function block(parts: Pick<Block, 'id' | 'kind' | 'startLine' | 'endLine' | 'text'>): Block {
  return { ...parts, html: `<p>${parts.text}</p>`, marks: [[0, parts.startLine]] };
}

const patches = [
  'diff --git a/a.txt b/a.txt\n@@ -1,4 +1,5 @@\n one\n-two\n+2 ä\n',
  'diff --git a/old.txt b/new.txt\n@@ -9,1 +9,1 @@\n-x\n+y\n',
];

/** A change of two files, one of them renamed, as indexed by the pool. */
export const manifest: Manifest = {
  description: 'uncommitted changes',
  additions: 2,
  deletions: 2,
  files: [
    {
      id: '0',
      path: 'a.txt',
      status: 'modified',
      additions: 1,
      deletions: 1,
      isBinary: false,
      hunks: [[1, 4, 1, 5]],
      offset: 0,
      bytes: Buffer.byteLength(patches[0] ?? ''),
    },
    {
      id: '1',
      path: 'new.txt',
      oldPath: 'old.txt',
      status: 'renamed',
      additions: 1,
      deletions: 1,
      isBinary: false,
      hunks: [[9, 1, 9, 1]],
      offset: Buffer.byteLength(patches[0] ?? ''),
      bytes: Buffer.byteLength(patches[1] ?? ''),
    },
  ],
};
export { patches };

const running = new Set<ChildProcess>();
const folders = new Set<string>();
const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });
const endAll = async () => {
  for (const child of running) child.kill('SIGKILL');
  await until('all workers are gone', () => running.size === 0);
  for (const folder of folders) await removeFolder(folder);
  folders.clear();
};
/** Not a hook of this module, which is loaded once for several test files. */
const endWithTest = (): void => {
  try {
    onTestFinished(endAll);
  } catch {
    // Opened in `beforeAll`: it is kept.
  }
};

interface ForkOptions {
  /** Node's own options. */
  readonly execArgv?: readonly string[];
  /** In addition to the test's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Refuses whatever the worker wants to have derived, which waits for an answer otherwise. */
  readonly refusesDerivations?: boolean;
}

/** A forked worker with the messages it has sent. */
export const forkWorker = async (
  file: string,
  { execArgv = [], env = {}, refusesDerivations = false }: ForkOptions = {},
) => {
  const child = fork(file, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...workerOptions, ...execArgv],
    env: { ...process.env, ...env },
  });
  running.add(child);
  endWithTest();
  const messages: FromWorker[] = [];
  let exit: { code: number | null; signal: string | null } | undefined;
  const link = new MessageLink({
    epoch: 'test',
    onMessage: (received) => {
      const message = fromWorkerSchema.parse(received);
      messages.push(message);
      const failure = { code: 'not_found', error: 'There is nothing.' };
      if (refusesDerivations && message.type === 'derive')
        link.send({ type: 'derived', request: message.request, failure });
    },
    onLost: () => undefined,
  });
  link.attach(ipcTransport(child), { epoch: 'forked', seen: { epoch: '', seq: 0 } });
  child.on('exit', (code, signal) => {
    exit = { code, signal };
    running.delete(child);
  });
  const worker = {
    child,
    messages,
    send: (message: ToWorker) => link.send(message),
    message: async <Type extends FromWorker['type']>(type: Type) => {
      await until(`the worker says ${type}`, () => messages.some((m) => m.type === type));
      return messages.find((m) => m.type === type) as Extract<FromWorker, { type: Type }>;
    },
    exited: async () => {
      // Its last messages may come after its exit, and before the end of its channel.
      await until('the worker is gone', () => exit !== undefined && !child.connected);
      return exit;
    },
    isGone: () => exit !== undefined,
  };
  await worker.message('loaded');
  return worker;
};

interface SessionOptions {
  readonly limits?: Partial<Limits>;
  /** The preparation reported once the worker is ready; `preparing` for none. */
  readonly preparation?: Preparation;
  /** Not removed after the test that opened it; the test file does that. */
  readonly isKept?: boolean;
  readonly fork?: ForkOptions;
  readonly change?: (assignment: Assignment) => Partial<Assignment>;
}

const makeFiles = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-worker-'));
  folders.add(folder);
  endWithTest();
  for (const name of [
    'spool',
    'decisions',
    'drafts',
    'uploads',
    'viewed',
    'log',
    'config',
    'page/assets',
  ])
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const files = {
    spool: join(folder, 'spool'),
    document: join(folder, 'spool', 'document.json'),
    manifest: join(folder, 'spool', 'manifest.json'),
    patch: join(folder, 'spool', 'patch.diff'),
    decision: join(folder, 'decisions', 'decision.json'),
    draft: join(folder, 'drafts', 'draft.json'),
    uploads: join(folder, 'uploads', '0123456789ab'),
    viewed: join(folder, 'viewed', 'viewed.json'),
    log: join(folder, 'log', 'session.log'),
    config: join(folder, 'config', 'config.json'),
    page: join(folder, 'page'),
  };
  await writeFile(files.document, JSON.stringify({ title: 'A "title" ä', blocks }));
  await writeFile(files.manifest, JSON.stringify(manifest));
  await writeFile(files.patch, patches.join(''));
  await writeFile(join(files.page, 'index.html'), '<!doctype html><title>page</title>');
  return { folder, files };
};

/** A session in a real worker: forked, assigned, listening and, by default, prepared. */
export const openSession = async (
  file: string,
  mode: Mode,
  {
    limits = {},
    preparation = { state: 'ready' },
    isKept = false,
    fork: how,
    change,
  }: SessionOptions = {},
) => {
  const { folder, files } = await makeFiles();
  const assignment: Assignment = {
    id: '0123456789ab',
    nonce: randomUUID(),
    mode,
    title: 'Move the parser',
    project: 'galley',
    cwd: files.spool,
    origin: 'test',
    openedAt: new Date().toISOString(),
    release: '0.0.0',
    source: { kind: 'content' },
    provided: [],
    isRemote: false,
    allowedHosts: [],
    runsRemoteCommands: false,
    limits: { ...defaultLimits, ...limits },
    logLevel: 'info',
    orphanMinutes: 30,
    files,
  };
  Object.assign(assignment, change?.(assignment));
  const worker = await forkWorker(file, how);
  if (isKept) {
    running.delete(worker.child);
    folders.delete(folder);
  }
  worker.send({ type: 'assign', assignment });
  const { port } = await worker.message('ready');
  const url = `http://127.0.0.1:${port}`;
  const api = createApiClient(sessionApi, { url });
  if (preparation.state !== 'preparing') {
    worker.send({ type: 'prepared', preparation });
    await until('the worker knows of the preparation', async () => {
      const { body } = await api.call('getSession');
      return body.preparation.state === preparation.state;
    });
  }
  return {
    ...worker,
    assignment,
    files,
    port,
    url,
    call: (path: string, options: Parameters<typeof call>[1] = {}) =>
      call(`${url}${path}`, options),
    remove: async () => {
      worker.child.kill('SIGKILL');
      await worker.exited();
      await removeFolder(folder);
    },
    decision: async (): Promise<Decision> =>
      decisionSchema.parse(JSON.parse(await readFile(files.decision, 'utf8'))),
  };
};

export type TestSession = Awaited<ReturnType<typeof openSession>>;
