import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

interface Surroundings {
  /** The address of this machine that an SSH session came in by. */
  readonly sshAddress: string | undefined;
  /** Of `os.networkInterfaces()`. */
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

const isOfThisMachineAlone = (address: string): boolean =>
  address.startsWith('127.') || address.startsWith('169.254.');

/**
 * The address by which other machines most likely reach this one: that which an SSH session came in by, since it has
 * been reached once; else the first of an interface that leads outside; else loopback, which a tunnel makes do with. An
 * address, since the name of a machine is often known to itself alone. IPv4, since the gateway listens on that.
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
