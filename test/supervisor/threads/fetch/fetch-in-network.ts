import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fetchDocument } from '../../../../supervisor/threads/tasks/fetch-document.ts';

/** How fetching a path from the public server ended. */
export interface Fetched {
  readonly outcome: string;
  /** Whether the server on loopback was asked anything. */
  readonly reachedLoopback: boolean;
}

// Run with a network and an /etc/hosts of its own: by public-server.test.ts.
const [, , hosts = '', folder = '', publicAddress = ''] = process.argv;

const nameHosts = (changing: string): void =>
  writeFileSync(
    hosts,
    `${publicAddress} public.test\n127.0.0.1 inside.test\n${publicAddress} both.test\n127.0.0.1 both.test\n${changing} changing.test\n`,
  );

let isReached = false;

const listen = async (address: string, answer: RequestListener): Promise<number> => {
  const server = createServer(answer).unref();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as AddressInfo).port;
};

const secret = await listen('127.0.0.1', (_, response) => {
  isReached = true;
  response.writeHead(200, { 'content-type': 'text/plain' }).end('secret');
});
const open = await listen(publicAddress, (request, response) => {
  const path = request.url ?? '';
  const to = new URLSearchParams(path.slice(path.indexOf('?'))).get('to');
  if (to === null)
    return void response.writeHead(200, { 'content-type': 'text/plain' }).end('public');
  nameHosts('127.0.0.1');
  response.writeHead(302, { location: `http://${to}:${secret}/` }).end();
});

const fetchFrom = async (url: string): Promise<Fetched> => {
  isReached = false;
  nameHosts(publicAddress);
  const { signal } = new AbortController();
  const output = join(folder, 'input');
  const isPrivateAllowed = url.endsWith('&allowed');
  const outcome = await fetchDocument(
    { task: 'fetch-document', url, output, isPrivateAllowed },
    { signal },
  ).then(
    () => 'fetched',
    (error: unknown) => (error as { code: string }).code,
  );
  return { outcome, reachedLoopback: isReached };
};

const asked = {
  public: `http://public.test:${open}/`,
  several: `http://both.test:${open}/`,
  inside: `http://inside.test:${secret}/`,
  toAddress: `http://public.test:${open}/?to=127.0.0.1`,
  toName: `http://public.test:${open}/?to=inside.test`,
  toOddAddress: `http://public.test:${open}/?to=[::ffff:7f00:1]`,
  changing: `http://changing.test:${open}/?to=changing.test`,
  changingAllowed: `http://changing.test:${open}/?to=changing.test&allowed`,
};
const answers: Record<string, Fetched> = {};
for (const [name, url] of Object.entries(asked)) answers[name] = await fetchFrom(url);
process.stdout.write(JSON.stringify(answers));
