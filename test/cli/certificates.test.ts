import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedSession } from '../../shared/session/session.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { until } from '../helpers/until.ts';

/** A key and a certificate of its own for `localhost`, valid for a hundred years; used by nothing but this test. */
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const certificate = fixture('localhost-certificate.pem');

let galley: Galley;
let server: Server;
let url: string;

beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  server = createServer(
    { key: readFileSync(fixture('localhost-key.pem')), cert: readFileSync(certificate) },
    (_request, response) => {
      response.setHeader('content-type', 'text/markdown').end('# Over there\n\nText.\n');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await galley.stop();
});

const openUntilSettled = async (
  env: Record<string, string>,
  options = ['--allow-private'],
): Promise<ListedSession> => {
  const { id } = await galley.openByCommand(['document', url, ...options], { env });
  let session: ListedSession | undefined;
  await until('the document is fetched, or is not', async () => {
    session = galley.sessions().find((one) => one.id === id);
    return session !== undefined && session.preparation.state !== 'preparing';
  });
  if (session === undefined) throw new Error('the session is gone');
  return session;
};

it('a document is fetched with the certificates that its launching process trusts', async () => {
  const trusting = await openUntilSettled({ NODE_EXTRA_CA_CERTS: certificate });
  expect(trusting.preparation).toEqual({ state: 'ready' });

  const { supervisor } = await galley.registry();
  for (const pid of [supervisor.pid, trusting.pid])
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('NODE_EXTRA_CA_CERTS');
});

it('what --allow-private allows is allowed for one review, and for addresses', async () => {
  const session = await openUntilSettled({}, []);
  expect(session.preparation).toMatchObject({
    state: 'failed',
    code: 'url_refused',
    error: expect.stringContaining('--allow-private') as string,
  });
  const { code, stderr } = await galley.run(['document', certificate, '--allow-private']);
  expect(code).toBe(2);
  expect(stderr).toContain('--allow-private is for an address');
});

it('without them it is refused', async () => {
  await galley.run(['supervisor', 'stop', '--force']);
  const session = await openUntilSettled({ NODE_EXTRA_CA_CERTS: '' });
  expect(session.preparation).toMatchObject({ state: 'failed', code: 'url_failed' });
});
