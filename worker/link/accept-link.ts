import type { IncomingMessage } from 'node:http';
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
import { supervisorHelloSchema } from '../../shared/supervisor/link-hello.ts';

/** Time for the connecting side to prove that it knows the nonce. */
const proofTimeoutMs = 5000;
/** Longer than any message of an adopting supervisor. */
const longestLine = 64 * 1024;
const loopback = /^(?:::ffff:)?127\.|^::1$/u;

interface AcceptOptions {
  readonly nonce: string;
  /** The worker's hello, sent as one line of JSON. */
  readonly hello: () => object;
  readonly attach: (transport: Transport, supervisor: LinkHello) => void;
}

/**
 * Answers `CONNECT /link`, with which a supervisor adopts this worker. Both ends prove knowledge of the session's nonce
 * without sending it; a failed proof only closes the connection.
 */
export const acceptLink = async (
  request: IncomingMessage,
  socket: Socket,
  { nonce, hello, attach }: AcceptOptions,
): Promise<void> => {
  const asked = request.headers[challengeHeader];
  if (
    request.url !== linkPath ||
    !isChallenge(asked) ||
    !loopback.test(socket.remoteAddress ?? '')
  ) {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroySoon();
    return;
  }
  const lines = new SocketLines(socket, longestLine);
  const challenge = makeChallenge();
  const proof = linkProof('worker', { challenge: asked, nonce });
  socket.write(
    `HTTP/1.1 200 OK\r\n${proofHeader}: ${proof}\r\n${challengeHeader}: ${challenge}\r\n\r\n`,
  );
  const supervisor = parseHello(await lines.next(proofTimeoutMs));
  const expected = linkProof('supervisor', { challenge, nonce });
  if (supervisor === undefined || !isSameProof(supervisor.proof, expected)) {
    socket.destroy();
    return;
  }
  socket.write(`${JSON.stringify(hello())}\n`);
  attach(socketTransport(lines), supervisor);
};

const parseHello = (line: string | undefined) => {
  try {
    return supervisorHelloSchema.parse(JSON.parse(line ?? ''));
  } catch {
    // Not a supervisor of ours.
    return undefined;
  }
};
