import { lookup, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { GalleyError } from '../../../shared/errors.ts';
import { isPublicAddress } from './public-address.ts';

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

const publicLookup: LookupFunction = (hostname, options, callback) => {
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
    `${host} points to this machine or a private network. To allow that, set allowPrivateUrls in the config and try again.`,
  );
