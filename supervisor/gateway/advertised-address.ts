import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

interface Surroundings {
  /** The local address that an SSH session connected to. */
  readonly sshAddress: string | undefined;
  /** From `os.networkInterfaces()`. */
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

const isOfThisMachineAlone = (address: string): boolean =>
  address.startsWith('127.') || address.startsWith('169.254.');

/**
 * The address at which other machines most likely reach this one: the one an SSH session connected to, since it has
 * worked once; else the first external interface; else loopback, for a tunnel. Not a host name, since others often
 * cannot resolve it. IPv4, since the gateway listens on that.
 */
export const advertisedAddress = ({ sshAddress, interfaces }: Surroundings): string => {
  const reached = sshAddress?.replace(/^::ffff:/iu, '');
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const candidates = [...(reached !== undefined && isIPv4(reached) ? [reached] : []), ...own];
  return candidates.find((address) => !isOfThisMachineAlone(address)) ?? '127.0.0.1';
};
