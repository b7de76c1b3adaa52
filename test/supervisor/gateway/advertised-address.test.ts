import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { advertisedAddress } from '../../../supervisor/gateway/gateway.ts';

const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});
const ipv6: NetworkInterfaceInfo = {
  ...ipv4('2001:db8::1'),
  family: 'IPv6',
  scopeid: 0,
};
const lo = [ipv4('127.0.0.1', true)];

it.each([
  ['the address that SSH came in by', '10.0.0.1', { lo, a: [ipv4('10.9.9.9')] }, '10.0.0.1'],
  ['the same as a mapped one', '::ffff:10.0.0.1', { lo }, '10.0.0.1'],
  [
    'another, where SSH came in by IPv6',
    '2001:db8::1',
    { a: [ipv6, ipv4('10.0.0.2')] },
    '10.0.0.2',
  ],
  ['another, where SSH came in by loopback', '127.0.0.1', { a: [ipv4('10.0.0.2')] }, '10.0.0.2'],
  ['the first that leads outside', undefined, { lo, a: [ipv6, ipv4('10.0.0.2')] }, '10.0.0.2'],
  ['no link-local one', undefined, { a: [ipv4('169.254.0.1')], b: [ipv4('10.0.0.3')] }, '10.0.0.3'],
  ['loopback, where there is none', undefined, { lo, a: [ipv6] }, '127.0.0.1'],
])('is %s', (_, sshAddress, interfaces, address) => {
  expect(advertisedAddress({ sshAddress, interfaces })).toBe(address);
});
