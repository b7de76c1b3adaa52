import { readdir, readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { GalleyError } from '../../errors.ts';
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
  const headersOf = (size: number) => ({
    ...pageHeaders,
    'Content-Type': file.contentType,
    'Content-Length': size,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  });
  // In one piece: no file of a page is large, and streams take more CPU time.
  const content = await readFile(path).catch((cause: unknown) => {
    throw pageError(cause);
  });
  response.writeHead(200, headersOf(content.length)).end(content);
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

/** Encodings in order of preference. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** A file of the page, with its precompressed versions. */
interface PageFile {
  /** Absolute. */
  readonly path: string;
  readonly contentType: string;
  /** Its name has a content hash. */
  readonly isImmutable: boolean;
  /** Absolute paths of the precompressed versions. */
  readonly encoded: Readonly<Partial<Record<Encoding, string>>>;
}

/**
 * The files of the built page by URL path. Only these are ever served, so that no path is built from a request; links
 * are not followed.
 */
const listPageFiles = async (folder: string): Promise<Map<string, PageFile>> => {
  const root = resolve(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = new Map<string, string>();
  for (const entry of entries)
    if (entry.isFile()) {
      const path = entry.parentPath + sep + entry.name;
      paths.set(path.slice(root.length).replaceAll(sep, '/'), path);
    }
  const files = new Map<string, PageFile>();
  for (const [url, path] of paths)
    if (!isEncodedTwin(url, paths)) files.set(url, describe(url, path, paths));
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
};

const isEncodedTwin = (url: string, paths: ReadonlyMap<string, string>): boolean =>
  Object.values(endings).some((end) => url.endsWith(end) && paths.has(url.slice(0, -end.length)));

const describe = (url: string, path: string, paths: ReadonlyMap<string, string>): PageFile => ({
  path,
  contentType: contentTypeOf(url),
  isImmutable: url.startsWith('/assets/'),
  encoded: Object.fromEntries(
    encodings.flatMap((encoding) => {
      const twin = paths.get(`${url}${endings[encoding]}`);
      return twin === undefined ? [] : [[encoding, twin]];
    }),
  ),
});

/** Media types of a built page's files, by extension. */
const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

/** The media type of a page's file; application/octet-stream if unknown. */
const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
