import { once } from 'node:events';
import { connect } from 'node:net';
import { defaultLimits } from '../shared/annotations/limits.ts';
import { openLog } from '../shared/node/logger.ts';
import {
  toWorkerSchema,
  type Assignment,
  type ToWorker,
} from '../shared/supervisor/worker-messages.ts';
import { SessionServer } from './session-server.ts';
import { requestOf } from '../shared/client.ts';
import { sessionTargets } from '../shared/session/session-targets.ts';

const nowhere = '/dev/null';

/** An empty session. Its files are never read, since nobody adds a finding or decides. */
const assignment: Assignment = {
  id: '000000000000',
  nonce: '',
  mode: 'plan',
  title: '',
  project: '',
  cwd: '/',
  origin: '',
  openedAt: new Date(0).toISOString(),
  release: '',
  source: { kind: 'content' },
  provided: [],
  isRemote: false,
  allowedHosts: [],
  runsRemoteCommands: false,
  limits: defaultLimits,
  logLevel: 'info',
  orphanMinutes: 0,
  files: {
    spool: nowhere,
    document: nowhere,
    manifest: nowhere,
    patch: nowhere,
    decision: nowhere,
    draft: nowhere,
    viewed: nowhere,
    log: nowhere,
    config: nowhere,
    // Passed by the process that forks the worker.
    page: process.argv[2] ?? nowhere,
  },
};

/** Requests a path on a new connection and waits for it to close. */
const ask = async (port: number, path: string): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
};

/**
 * Opens an empty session on a port of its own, makes a browser's first requests and closes it. First runs take several
 * times as long, so a warm worker gets them over with before it is assigned.
 */
export const warmUp = async (): Promise<void> => {
  // Schemas are compiled on first parse.
  toWorkerSchema.parse({ type: 'assign', assignment } satisfies ToWorker);
  const { logger, flush } = openLog({
    file: nowhere,
    level: 'info',
    fields: { component: 'worker' },
  });
  const session = await SessionServer.open(assignment, {
    logger,
    onDecided: () => undefined,
    onHeld: () => undefined,
    onLate: () => undefined,
    derive: () => false,
    sendCounts: () => true,
    askNext: () => Promise.resolve(undefined),
    onConnect: (_, socket) => socket.destroy(),
  });
  session.prepared({ state: 'ready' });
  await ask(session.port, '/');
  await ask(session.port, requestOf(sessionTargets.getSession).path);
  await session.close({ outcome: 'closed' });
  flush();
};
