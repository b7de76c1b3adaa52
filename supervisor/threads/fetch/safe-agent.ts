import { lookup, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction, BlockList } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { GalleyError } from '../../../shared/errors.ts';

interface AgentOptions {
  readonly isPrivateAllowed: boolean;
  /** Extra trusted certificates (PEM). */
  readonly extraCaFile?: string | undefined;
}

/**
 * An agent that connects only to public addresses. It checks the very address that it connects to, so a name cannot
 * resolve differently in between.
 */
export const safeAgent = async ({ isPrivateAllowed, extraCaFile }: AgentOptions): Promise<Agent> =>
  new Agent({
    connect: {
      timeout: 10_000,
      ...(isPrivateAllowed ? {} : { lookup: publicLookup }),
      ...(await trusted(extraCaFile)),
    },
    // Used for one document.
    pipelining: 0,
  });

/** As in Node, an unreadable file adds nothing. */
const trusted = async (extraCaFile: string | undefined): Promise<{ ca?: string[] }> => {
  if (extraCaFile === undefined) return {};
  const extra = await readFile(extraCaFile, 'utf8').catch(() => undefined);
  return extra === undefined ? {} : { ca: [...rootCertificates, extra] };
};

/** Finds the addresses of a name, and refuses it if one of them is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(addressRefused(hostname), '', 0);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Refuses a URL by what is known without a DNS lookup; literal addresses are checked.
 * @throws GalleyError `url_refused`
 */
export const checkUrl = (
  url: URL,
  { isPrivateAllowed }: { readonly isPrivateAllowed: boolean },
): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new GalleyError(
      'url_refused',
      `${url.protocol} addresses cannot be reviewed, only http and https.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new GalleyError(
      'url_refused',
      'The address contains a user name or a password. Download the document and review the file.',
    );
  const host = url.hostname.replaceAll(/^\[|\]$/gu, '');
  if (!isPrivateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw addressRefused(host);
};

const addressRefused = (host: string): GalleyError =>
  new GalleyError(
    'url_refused',
    `${host} points to this machine or a private network. To review it, open it with --allow-private, or set allowPrivateUrls in the config.`,
  );

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
