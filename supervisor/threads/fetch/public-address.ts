import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public. Source: IANA's registry of special-purpose addresses, and multicast. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Special ranges within `2000::/3`, the public part of IPv6, including tunnels that embed an IPv4 address. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const ipv4Special = listOf(specialIpv4, 'ipv4');
const ipv6Special = listOf(specialIpv6, 'ipv6');
const ipv6Public = listOf(['2000::/3'], 'ipv6');
const nat64 = listOf(['64:ff9b::/96'], 'ipv6');

/** Whether an address is public: not this machine, a private network, or multicast. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !ipv4Special.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  if (nat64.check(address, 'ipv6')) return isPublicAddress(lastIpv4(address));
  return ipv6Public.check(address, 'ipv6') && !ipv6Special.check(address, 'ipv6');
};

/** The IPv4 address in the last 32 bits of an IPv6 address; empty if invalid. */
const lastIpv4 = (address: string): string => {
  // The URL parser normalizes the address, without dots.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const [high, low] = groups.map((group) => Number.parseInt(group === '' ? '0' : group, 16));
  if (high === undefined || low === undefined) return '';
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};
