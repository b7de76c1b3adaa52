import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const serve = async (server: Server): Promise<TestServer> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** The attacking page: empty, with its script injected. */
export const hostilePage = '<!doctype html><title>hostile</title><body></body>';

/** A foreign site. */
export const startHostileServer = (): Promise<TestServer> =>
  serve(
    createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(hostilePage);
    }),
  );

export interface UnguardedServer extends TestServer {
  /** Attempts that got through: the end of each requested URL. */
  readonly hits: ReadonlySet<string>;
}

/** Included in every response of the unguarded server. */
export const prey = 'what nobody else may read';

/** A server like Galley's but without guards: every attempt must succeed on it, or proves nothing. */
export const startUnguardedServer = async (): Promise<UnguardedServer> => {
  const hits = new Set<string>();
  const note = ({ url = '' }: IncomingMessage): void => {
    const attempt = decodeURIComponent(/attempt=([^&]*)/u.exec(url)?.[1] ?? '');
    // Frames and windows request the URL as is.
    if (attempt !== '' && !attempt.startsWith('{')) hits.add(attempt);
  };
  const answer: RequestListener = (request, response) => {
    if (request.method !== 'OPTIONS') note(request);
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    const [type, text] = contentFor(request);
    response.setHeader('content-type', type);
    response.end(text);
  };
  const server = createServer(answer);
  server.on('upgrade', (request: IncomingMessage, socket) => {
    note(request);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // Its page closes without a close frame.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy()).resume();
  });
  return { ...(await serve(server)), hits };
};

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${prey}</title></svg>`;
const script = `/* ${prey} */ if (self.document === undefined && self.postMessage !== undefined) postMessage(1);`;

const contentFor = ({ headers }: IncomingMessage): readonly [type: string, text: string] => {
  if (headers.accept === 'text/event-stream') return ['text/event-stream', `data: ${prey}\n\n`];
  switch (headers['sec-fetch-dest']) {
    case 'image':
      return ['image/svg+xml', svg];
    case 'script':
    case 'worker':
    case 'serviceworker':
      return ['text/javascript', script];
    case 'style':
      return ['text/css', `/* ${prey} */`];
    default:
      return ['text/html', `<!doctype html><p>${prey}</p>`];
  }
};
