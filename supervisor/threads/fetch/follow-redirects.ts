import { request, type Dispatcher } from 'undici';
import { GalleyError } from '../../../shared/errors.ts';
import { maxRedirects } from '../../../shared/limits.ts';
import { release } from '../../../shared/node/release.ts';
import { checkUrl } from './safe-agent.ts';

interface FollowOptions {
  readonly isPrivateAllowed: boolean;
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
}

/**
 * Requests a URL and follows redirects, checking each one like the first.
 * @throws GalleyError `url_refused` or `url_failed`, or as undici does
 */
export const followRedirects = async (
  start: string,
  { isPrivateAllowed, agent, signal }: FollowOptions,
): Promise<{ response: Dispatcher.ResponseData; url: URL }> => {
  let url = parseUrl(start);
  const { host } = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    checkUrl(url, { isPrivateAllowed });
    const response = await request(url, {
      dispatcher: agent,
      signal,
      headers: {
        'user-agent': `galley/${release}`,
        accept: 'text/markdown, text/plain;q=0.9, text/html;q=0.8, */*;q=0.1',
        'accept-encoding': 'gzip, br',
      },
    });
    const location = headerOf(response, 'location');
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === '')
      return { response, url };
    await response.body.dump();
    url = parseUrl(location, url);
  }
  throw new GalleyError(
    'url_failed',
    `${host} redirects more than ${maxRedirects} times. Open it in a browser and give the final address.`,
  );
};

const parseUrl = (text: string, base?: URL): URL => {
  try {
    return new URL(text, base);
  } catch (cause) {
    throw new GalleyError(
      'url_refused',
      `${text} is not a URL. Give one that begins with https://.`,
      {
        cause,
      },
    );
  }
};

/** A header of a response; empty if it has none. */
export const headerOf = (response: Dispatcher.ResponseData, name: string): string => {
  const value = response.headers[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};
