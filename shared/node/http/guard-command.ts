import type { IncomingMessage } from 'node:http';
import { GalleyError } from '../../errors.ts';
import type { GuardPolicy } from '../../request-guard.ts';

/** A proxy says by these that it passes on what somebody else asked, ours too. */
const forwarding = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/u;

/**
 * Refuses to run anything on this machine for what did not come straight from it, and in remote mode for everybody whom
 * the operator did not allow it. Source: contract.md, section 3.
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
