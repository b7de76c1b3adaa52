import { connect, type Socket } from 'node:net';

interface LoadOptions {
  readonly url: string;
  readonly path: string;
  /** Number of POSTs, and of keep-alive connections that share them. */
  readonly posts: number;
  readonly connections: number;
  /** The JSON body of each POST. */
  readonly body: string;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Length and status of the first response in a buffer; undefined while it is incomplete. */
const firstAnswer = (bytes: Buffer): { length: number; status: number } | undefined => {
  const head = bytes.indexOf(headEnd);
  if (head < 0) return undefined;
  const text = bytes.toString('latin1', 0, head);
  const body = Number(/content-length: (\d+)/iu.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(body)) throw new Error(`An answer without a length: ${text}`);
  const length = head + headEnd.length + body;
  return bytes.length < length ? undefined : { length, status: Number(text.slice(9, 12)) };
};

/**
 * Sends the same POST repeatedly, one at a time per connection, and returns the milliseconds until the last response.
 * Uses raw sockets and a prebuilt request, so that the client costs less than the server it measures.
 * @throws Error if a status is not 201
 */
export const postLoad = async (options: LoadOptions): Promise<number> => {
  const { host, hostname, port } = new URL(options.url);
  const request = Buffer.from(
    `POST ${options.path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`,
  );
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, () => open(hostname, Number(port))),
  );
  let unsent = options.posts;
  const take = () => (unsent > 0 ? ((unsent -= 1), request) : undefined);
  const startedMs = performance.now();
  await Promise.all(sockets.map((socket) => drive(socket, take)));
  return performance.now() - startedMs;
};

const open = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Sends the requests from `take` on one connection until there are no more. */
const drive = (socket: Socket, take: () => Buffer | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    let rest: Buffer = Buffer.alloc(0);
    const next = () => {
      const request = take();
      if (request !== undefined) socket.write(request);
      else {
        resolve();
        socket.destroy();
      }
    };
    socket.on('data', (part) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
      const answer = firstAnswer(rest);
      if (answer === undefined) return;
      rest = rest.subarray(answer.length);
      if (answer.status === 201) next();
      else reject(new Error(`A POST was answered with ${answer.status}.`));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
    next();
  });
