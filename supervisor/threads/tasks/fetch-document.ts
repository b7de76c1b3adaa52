import { writeFile } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { GalleyError } from '../../../shared/errors.ts';
import { reasonOf } from '../../../shared/node/secure-folder.ts';
import { formatFileOf } from '../document/text-file.ts';
import { followRedirects, headerOf } from '../fetch/follow-redirects.ts';
import { decodeBody, formatOfType, readBody } from '../fetch/response-text.ts';
import { safeAgent } from '../fetch/safe-agent.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { FetchDocumentRequest, FetchDocumentResult } from '../document-requests.ts';
import { fetchTimeLimitMs, maxFetchedBytes } from '../../../shared/limits.ts';

/**
 * Fetches a document into a UTF-8 file and, next to it, the format for `render-document`.
 * @throws GalleyError `url_refused`, `url_failed`, `not_a_text`, `content_too_large` or `storage_failed`
 */
export const fetchDocument = async (
  wanted: FetchDocumentRequest,
  context: TaskContext,
): Promise<FetchDocumentResult> => {
  const { output, timeLimitMs = fetchTimeLimitMs } = wanted;
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
  { url: start, isPrivateAllowed, maxBytes = maxFetchedBytes }: FetchDocumentRequest,
  agent: Dispatcher,
  signal: AbortSignal,
): Promise<FetchedText> => {
  const { response, url } = await followRedirects(start, {
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
