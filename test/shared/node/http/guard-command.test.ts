import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createApiApp } from '../../../../shared/node/http/api-app.ts';
import { listen } from '../../../../shared/node/http/listen.ts';
import { json } from '../../../../shared/node/http/reply.ts';
import { openLog } from '../../../../shared/node/logger.ts';
import type { GuardPolicy } from '../../../../shared/request-guard.ts';
import { call } from '../../../helpers/http-call.ts';
import { describeWhere } from '../../../helpers/programs.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const local: GuardPolicy = { isRemote: false, hostNames: [] };
const remote: GuardPolicy = { isRemote: true, hostNames: [] };
const allowed: GuardPolicy = { ...remote, runsRemoteCommands: true };

/** A server with a route that runs something, and one that does not. */
const serve = async (guard: GuardPolicy) => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-http-'));
  const log = openLog({ file: join(folder, 'log'), level: 'info', fields: { component: 'test' } });
  const answer = () => json({});
  const runs = { id: 'run', method: 'POST', path: '/api/run', runsCommands: true } as const;
  const reads = { id: 'read', method: 'POST', path: '/api/read' } as const;
  const { server, port } = await listen({
    handler: createApiApp({
      routes: [
        { route: runs, handler: answer },
        { route: reads, handler: answer },
      ],
      prefixes: ['/api'],
      guard,
      bodyBytes: 1000,
      logger: log.logger,
    }),
    host: '0.0.0.0',
    port: 0,
  });
  ending.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });
  return async (headers: Readonly<Record<string, string>> = {}, address = '127.0.0.1') => {
    const post = { method: 'POST', headers };
    const url = `http://${address}:${port}`;
    expect((await call(`${url}/api/read`, post)).status).toBe(200);
    const { status, json } = await call(`${url}/api/run`, post);
    return status === 200 ? 'ran' : (json as { code: string }).code;
  };
};

it('who asks straight from this machine has it run', async () => {
  const run = await serve(local);
  expect(await run()).toBe('ran');
});

it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])(
  'what a proxy passes on, by %s, runs nothing',
  async (name) => {
    for (const policy of [local, allowed]) {
      const run = await serve(policy);
      expect(await run({ [name]: '127.0.0.1' })).toBe('forbidden_command');
    }
  },
);

it('in remote mode nothing runs unless the operator allows it', async () => {
  expect(await (await serve(remote))()).toBe('forbidden_command');
  expect(await (await serve(allowed))()).toBe('ran');
});

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

const missing = elsewhere === undefined ? 'this machine is in no network' : undefined;

describeWhere(missing, 'by the network', () => {
  it('nobody has anything run', async () => {
    const run = await serve(allowed);
    expect(await run({}, elsewhere)).toBe('forbidden_command');
  });
});
