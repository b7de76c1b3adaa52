import type { IncomingMessage } from 'node:http';
import { GalleyError } from '../../errors.ts';
import type { GuardPolicy } from '../../request-guard.ts';

/** Proxies set these headers on requests that they forward, including our own gateway. */
const forwarding = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/u;

/**
 * Refuses to run commands on this machine unless the request comes directly from it and, in remote mode, the operator
 * has allowed it. Source: contract.md, section 3.
 * @throws GalleyError `forbidden_command`
 */
export const guardCommand = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { isRemote, runsRemoteCommands = false }: GuardPolicy,
): void => {
  if (isRemote && !runsRemoteCommands)
    throw new GalleyError(
      'forbidden_command',
      'Commands cannot be run in remote mode. Start the supervisor with SERVICE_AGENT_TERMINAL_REMOTE=1 to allow them.',
    );
  if (
    !isLoopback(socket.remoteAddress) ||
    Object.keys(headers).some((name) => forwarding.test(name))
  )
    throw new GalleyError(
      'forbidden_command',
      'Commands can only be run from this machine itself, not through a proxy or the gateway.',
    );
};

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/u.test(address);
