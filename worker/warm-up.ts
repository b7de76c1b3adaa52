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

/** A session of nothing: its files are never read, since nobody adds a finding or decides. */
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
    // Whoever forks a worker names it.
    page: process.argv[2] ?? nowhere,
  },
};

/** Asks for a path over a connection of its own and waits for the end of the answer. */
const ask = async (port: number, path: string): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  socket.resume();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
};

/**
 * Opens a session of nothing on a port of its own, asks for what a browser asks for first, and closes it. What runs for
 * the first time takes several times as long: a warm worker has this behind it before it is given a session.
 */
export const warmUp = async (): Promise<void> => {
  // The first parse of a schema compiles it.
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
    onCounts: () => undefined,
    askNext: () => Promise.resolve(undefined),
    onConnect: (_, socket) => socket.destroy(),
  });
  session.prepared({ state: 'ready' });
  await ask(session.port, '/');
  await ask(session.port, requestOf(sessionTargets.getSession).path);
  await session.close({ outcome: 'closed' });
  flush();
};
