import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { GalleyError } from '../../errors.ts';
import { encodings, listPageFiles, type PageFile } from './page-files.ts';
import { pageHeaders } from './page-policy.ts';

/** Cached listings by folder. */
const listings = new Map<string, Promise<Map<string, PageFile>>>();

const listOnce = (folder: string): Promise<Map<string, PageFile>> => {
  const listing = listings.get(folder) ?? listPageFiles(folder);
  listings.set(folder, listing);
  return listing.catch((cause: unknown) => {
    listings.delete(folder);
    throw pageError(cause);
  });
};

interface PageOptions {
  /** Current folder of the built page. */
  readonly folder: () => string;
  /** Base path of the page, with a trailing slash. */
  readonly below?: string;
}

/** Serves the files of a built page, and nothing else. The folder is listed on the first request. */
export const pageHandler =
  ({ folder, below = '/' }: PageOptions): RequestHandler =>
  async (request, response, next) => {
    const files = request.path.startsWith(below) ? await listOnce(folder()) : undefined;
    const file = files?.get(request.path.slice(below.length - 1));
    if (file === undefined) {
      next();
      return;
    }
    response.locals['route'] = 'page';
    assertReads(request, response);
    await send(request, response, file);
  };

const assertReads = ({ method }: Request, response: Response): void => {
  if (method === 'GET' || method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new GalleyError('method_not_allowed', `This path answers GET and HEAD, not ${method}.`);
};

const send = async (request: Request, response: Response, file: PageFile): Promise<void> => {
  const accepted = request.headers['accept-encoding'];
  const encoding = encodings.find(
    (name) => file.encoded[name] !== undefined && acceptsEncoding(accepted, name),
  );
  const path = (encoding === undefined ? undefined : file.encoded[encoding]) ?? file.path;
  const { size } = await stat(path).catch((cause: unknown) => {
    throw pageError(cause);
  });
  response.writeHead(200, {
    ...pageHeaders,
    'Content-Type': file.contentType,
    'Content-Length': size,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(path), response).catch(ignoreGone);
};

/** A client that disconnects is not an error. */
const ignoreGone = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
};

const pageError = (cause: unknown): GalleyError =>
  new GalleyError(
    'internal',
    'The files of this page cannot be read. Install Galley again, then open the page again.',
    { cause },
  );

/**
 * Whether an `Accept-Encoding` header accepts an encoding, by name or `*`, with non-zero weight. Source: RFC 9110,
 * section 12.5.3.
 */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean => {
  const weights = new Map<string, number>();
  for (const item of (header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
};
