import { writeFile } from 'node:fs/promises';
import { request, type Dispatcher } from 'undici';
import { GalleyError } from '../../../shared/errors.ts';
import { release } from '../../../shared/node/release.ts';
import { reasonOf } from '../../../shared/node/secure-folder.ts';
import { formatFileOf } from '../document/text-file.ts';
import { decodeBody, formatOfType, readBody } from '../fetch/response-text.ts';
import { checkUrl, safeAgent } from '../fetch/safe-agent.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { FetchDocumentRequest, FetchDocumentResult } from '../document-requests.ts';

const defaultMaxBytes = 10 * 1024 * 1024;
const defaultTimeLimitMs = 20_000;
const maxRedirects = 3;

/**
 * Fetches a document into a UTF-8 file and, next to it, the format for `render-document`.
 * @throws GalleyError `url_refused`, `url_failed`, `not_a_text`, `content_too_large` or `storage_failed`
 */
export const fetchDocument = async (
  wanted: FetchDocumentRequest,
  context: TaskContext,
): Promise<FetchDocumentResult> => {
  const { output, timeLimitMs = defaultTimeLimitMs } = wanted;
  const limit = AbortSignal.timeout(timeLimitMs);
  const agent = await safeAgent(wanted);
  try {
    const signal = AbortSignal.any([context.signal, limit]);
    const { text, format, url } = await fetchText(wanted, agent, signal);
    await withTaskOutput(output, async ({ draftOf, publish }) => {
      const formatFile = formatFileOf(output);
      await writeFile(draftOf(formatFile), format, { mode: 0o600 });
      await writeFile(draftOf(output), text, { mode: 0o600 });
      await publish(formatFile, output);
    });
    return { format, url: url.href, bytes: Buffer.byteLength(text) };
  } catch (error) {
    throw fetchError(error, limit.aborted ? timeLimitMs : undefined);
  } finally {
    await agent.destroy();
  }
};

interface FetchedText {
  readonly text: string;
  readonly format: FetchDocumentResult['format'];
  readonly url: URL;
}

const fetchText = async (
  { url: start, isPrivateAllowed, maxBytes = defaultMaxBytes }: FetchDocumentRequest,
  agent: Dispatcher,
  signal: AbortSignal,
): Promise<FetchedText> => {
  const { response, url } = await follow(parseUrl(start), {
    isPrivateAllowed,
    agent,
    signal,
  });
  if (response.statusCode < 200 || response.statusCode > 299)
    throw new GalleyError(
      'url_failed',
      `${url.host} answered ${response.statusCode}. Check the address in a browser, or download the document and review the file.`,
    );
  const contentType = headerOf(response, 'content-type');
  const format = formatOfType((contentType.split(';')[0] ?? '').trim().toLowerCase(), url);
  const encoding = headerOf(response, 'content-encoding').trim().toLowerCase();
  const body = await readBody({ stream: response.body, encoding, maxBytes });
  return { text: decodeBody(body, contentType, format), format, url };
};

interface FollowOptions {
  readonly isPrivateAllowed: boolean;
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
}

/** Requests a URL and follows redirects, checking each one like the first. */
const follow = async (
  start: URL,
  { isPrivateAllowed, agent, signal }: FollowOptions,
): Promise<{ response: Dispatcher.ResponseData; url: URL }> => {
  let url = start;
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
    `${start.host} redirects more than ${maxRedirects} times. Open it in a browser and give the final address.`,
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

const headerOf = (response: Dispatcher.ResponseData, name: string): string => {
  const value = response.headers[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};

const fetchError = (error: unknown, passedMs: number | undefined): unknown => {
  if (error instanceof GalleyError) return error;
  const why =
    passedMs === undefined ? reasonOf(error) : `it took more than ${Math.ceil(passedMs / 1000)} s`;
  return new GalleyError(
    'url_failed',
    `The document could not be fetched (${why}). Check the address and the network, or download the document and review the file.`,
    { cause: error },
  );
};
