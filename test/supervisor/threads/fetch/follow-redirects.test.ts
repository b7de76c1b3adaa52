import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followRedirects } from '../../../../supervisor/threads/fetch/follow-redirects.ts';
import { publicLookup } from '../../../../supervisor/threads/fetch/safe-agent.ts';

let server: Server;
let port: number;
let agent: Agent;
const asked: string[] = [];

// A name that passes for one of a public server; all others are looked up as they are for documents.
const lookup: LookupFunction = (hostname, options, callback) =>
  hostname === 'public.test'
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : publicLookup(hostname, options, callback);

beforeAll(async () => {
  server = createServer(({ url = '', headers: { host = '' } }, response) => {
    asked.push(host);
    const to = new URL(url, 'http://x').searchParams.get('to');
    if (to === null) response.end('text');
    else response.writeHead(302, { location: to }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  agent = new Agent({ connect: { lookup } });
});
afterAll(async () => {
  await agent.destroy();
  server.close();
});

const redirected = (to: string) =>
  followRedirects(`http://public.test:${port}/?to=${encodeURIComponent(to)}`, {
    isPrivateAllowed: false,
    agent,
    signal: new AbortController().signal,
  });

it.each([
  ['127.0.0.1'],
  ['localhost'],
  ['0x7f.1'],
  ['2130706433'],
  ['127.1'],
  ['0.0.0.0'],
  ['[::1]'],
  ['[::ffff:7f00:1]'],
  ['169.254.169.254'],
  ['10.0.0.1'],
  ['[fe80::1]'],
])('a redirect from a public server to %s is not followed', async (host) => {
  asked.length = 0;
  await expect(redirected(`http://${host}:${port}/`)).rejects.toMatchObject({
    code: 'url_refused',
  });
  expect(asked).toEqual([`public.test:${port}`]);
});

it('one to a public server is', async () => {
  const { response, url } = await redirected(`http://public.test:${port}/there`);
  expect(await response.body.text()).toBe('text');
  expect(url.pathname).toBe('/there');
});
