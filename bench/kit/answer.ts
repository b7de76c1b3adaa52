import { Client } from 'undici';

/**
 * Requests a URL on a new connection and reads the whole response.
 * @throws Error if it does not have the expected status
 */
export const answer = async (url: string, { status = 200 } = {}): Promise<string> => {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin);
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path: pathname + search });
    const text = await body.text();
    if (statusCode !== status)
      throw new Error(`GET ${pathname} answered ${statusCode}: ${text.slice(0, 300)}`);
    return text;
  } finally {
    await client.close();
  }
};
