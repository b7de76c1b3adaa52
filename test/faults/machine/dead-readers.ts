import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { Mode } from '../../../shared/session/mode.ts';
import type { Route } from '../../../shared/session/route.ts';
import { openDescriptors, residentBytes } from '../../helpers/resources.ts';
import { until } from '../../helpers/until.ts';

export const eventStream = 'text/event-stream';
const readersOfEach = 20;
/** More than the systems' buffers of a connection take, so that an answer to nobody stands. */
export const largeBytes = 6 * 2 ** 20;
/** Answers to so many that nobody bounds take several times as much. */
const growthBytes = 192 * 2 ** 20;
export const cutMs = 90_000;

/** A process that serves, and where. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Lines of a request that are let in. */
  readonly headers: readonly string[];
}

export const serverAt = (url: string, pid: number): Server => ({
  pid,
  port: Number(new URL(url).port),
  headers: [],
});

/** Asks for a path and never reads what comes. */
const deadReader = ({ port, headers }: Server, path: string): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
};

/** The routes of a table that are read, those of a mode where one is given. */
export const readable = (routes: readonly Route[], mode?: Mode): Route[] =>
  routes.filter(
    ({ method, modes }) =>
      method === 'GET' && (mode === undefined || modes === undefined || modes.includes(mode)),
  );

interface DeadReaders {
  readonly server: Server;
  readonly routes: readonly Route[];
  /** The path of a route with what it wants. */
  readonly pathOf: (route: Route) => string;
  /** A good request, which must be answered all the while. */
  readonly isServing: () => Promise<boolean>;
  /** Whether a route is a stream of so little that nothing waits to be read: its reader may be silent for ever. */
  readonly isQuiet?: (route: Route) => boolean;
}

/** Whatever a client asked for and does not read: memory stays bounded, others go on, and it is cut off. */
export const assertHolds = async (readers: DeadReaders): Promise<void> => {
  const { server, routes, pathOf, isServing, isQuiet = () => false } = readers;
  const descriptors = openDescriptors(server.pid);
  const memory = residentBytes(server.pid);
  const quiet: Socket[] = [];
  for (const route of routes) {
    const sockets = Array.from({ length: readersOfEach }, () => deadReader(server, pathOf(route)));
    if (isQuiet(route)) quiet.push(...sockets);
    expect(await isServing()).toBe(true);
  }
  await until('they have all been let in', () => openDescriptors(server.pid) > descriptors);
  for (let count = 0; count < 50; count += 1) expect(await isServing()).toBe(true);
  expect(residentBytes(server.pid) - memory).toBeLessThan(growthBytes);
  const isCut = (left: number) => () => openDescriptors(server.pid) <= descriptors + left;
  await until('all but readers of quiet streams are cut off', isCut(quiet.length), cutMs);
  for (const socket of quiet) socket.destroy();
  await until('nothing is left', isCut(0), cutMs);
  expect(residentBytes(server.pid) - memory).toBeLessThan(growthBytes);
};
