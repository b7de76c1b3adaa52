import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import {
  challengeHeader,
  isChallenge,
  isSameProof,
  linkPath,
  linkProof,
  makeChallenge,
  proofHeader,
} from '../../shared/node/link/link-proof.ts';
import type { LinkHello } from '../../shared/node/link/message-link.ts';
import { SocketLines } from '../../shared/node/link/socket-lines.ts';
import { socketTransport, type Transport } from '../../shared/node/link/transport.ts';
import {
  workerHelloSchema,
  type SupervisorHello,
  type WorkerState,
} from '../../shared/supervisor/link-hello.ts';

interface ConnectOptions {
  readonly port: number;
  readonly nonce: string;
  readonly hello: LinkHello;
  /** For the whole handshake. */
  readonly timeoutMs: number;
}

/**
 * Result of connecting to a worker. `foreign`: nobody listens there, or somebody who does not know the nonce; `silent`:
 * no answer in time.
 */
export type Connected =
  | {
      readonly kind: 'linked';
      readonly transport: Transport;
      readonly worker: LinkHello;
      readonly state: WorkerState;
    }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'silent' };

/** No message from a worker is longer. */
const maxLineBytes = 64 * 1024;

/** Connects to a worker that another supervisor forked. Both ends prove that they know the session's nonce. */
export const connectLink = async (options: ConnectOptions): Promise<Connected> => {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const tunnel = await openTunnel(options, deadline);
  if (!('socket' in tunnel)) return tunnel;
  const { socket, challenge } = tunnel;
  const { nonce, hello } = options;
  const proof = linkProof('supervisor', { challenge, nonce });
  socket.write(`${JSON.stringify({ proof, ...hello } satisfies SupervisorHello)}\n`);
  const lines = new SocketLines(socket, maxLineBytes);
  const worker = parseHello(await lines.next(options.timeoutMs));
  if (worker === undefined) {
    socket.destroy();
    return { kind: 'silent' };
  }
  return { kind: 'linked', transport: socketTransport(lines), worker, state: worker.state };
};

/** Opens the tunnel once the other end has proved to be the worker. */
const openTunnel = async (
  { port, nonce }: ConnectOptions,
  signal: AbortSignal,
): Promise<{ socket: Socket; challenge: string } | { kind: 'foreign' | 'silent' }> => {
  // Loaded only when there is something to adopt.
  const { Client } = await import('undici');
  const client = new Client(`http://127.0.0.1:${port}`);
  const challengeSent = makeChallenge();
  try {
    const { statusCode, headers, socket } = await client.connect({
      path: linkPath,
      headers: { [challengeHeader]: challengeSent },
      signal,
    });
    const challenge = headers[challengeHeader];
    const expected = linkProof('worker', { challenge: challengeSent, nonce });
    if (statusCode === 200 && isChallenge(challenge) && isSameProof(headers[proofHeader], expected))
      return { socket: asSocket(socket), challenge };
    socket.destroy();
    return { kind: 'foreign' };
  } catch {
    await client.destroy();
    // Refused, closed, or no answer: a stopped worker accepts connections but never replies.
    return { kind: signal.aborted ? 'silent' : 'foreign' };
  }
};

/** undici returns the raw socket here. */
const asSocket = (socket: Duplex): Socket => socket as Socket;

const parseHello = (line: string | undefined) => {
  try {
    return workerHelloSchema.parse(JSON.parse(line ?? ''));
  } catch {
    // It closed the connection, or hung in the middle of the handshake.
    return undefined;
  }
};
