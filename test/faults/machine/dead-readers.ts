import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { Mode } from '../../../shared/session/mode.ts';
import type { Route } from '../../../shared/session/route.ts';
import { openDescriptors, residentBytes } from '../../helpers/resources.ts';
import { until } from '../../helpers/until.ts';

export const eventStream = 'text/event-stream';
const readersOfEach = 10;
/** More than the buffers of a connection take, so that the response to a dead reader stalls. */
export const largeBytes = 6 * 2 ** 20;
/** Without limits, responses to this many readers would take several times as much. */
const growthBytes = 96 * 2 ** 20;
export const cutMs = 90_000;

/** A server process and its address. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Headers of an accepted request. */
  readonly headers: readonly string[];
}

export const serverAt = (url: string, pid: number): Server => ({
  pid,
  port: Number(new URL(url).port),
  headers: [],
});

/** Requests a path and never reads the response. */
const deadReader = ({ port, headers }: Server, path: string): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
};

/** The GET routes of a table, optionally of a mode. */
export const readable = (routes: readonly Route[], mode?: Mode): Route[] =>
  routes.filter(
    ({ method, modes }) =>
      method === 'GET' && (mode === undefined || modes === undefined || modes.includes(mode)),
  );

/** What is requested of a server, without reading it. */
export interface DeadReaders {
  readonly server: Server;
  readonly paths: readonly string[];
  /** Those of streams with so little data that nothing remains unread, so their readers may stay idle for ever. */
  readonly quietPaths?: readonly string[];
  /** A valid request, which must succeed all the time. */
  readonly isServing: () => Promise<boolean>;
}

interface Resources {
  readonly descriptors: number;
  readonly memory: number;
}

const resourcesOf = ({ pid }: Server): Resources => ({
  descriptors: openDescriptors(pid),
  memory: residentBytes(pid),
});

/**
 * Whatever clients request without reading it, of several servers at the same time: memory stays bounded, others are
 * served, and they are cut off.
 */
export const assertHold = async (attacks: readonly DeadReaders[]): Promise<void> => {
  // All before the first request, which may reach several: the gateway asks a session.
  const before = attacks.map((readers) => ({ readers, resources: resourcesOf(readers.server) }));
  await Promise.all(before.map(({ readers, resources }) => assertHolds(readers, resources)));
};

const assertHolds = async (
  { server, paths, quietPaths = [], isServing }: DeadReaders,
  { descriptors, memory }: Resources,
): Promise<void> => {
  const readersOf = (path: string) =>
    Array.from({ length: readersOfEach }, () => deadReader(server, path));
  const quiet = quietPaths.flatMap(readersOf);
  for (const path of paths) {
    readersOf(path);
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
