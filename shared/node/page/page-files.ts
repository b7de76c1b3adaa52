import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Encodings in order of preference. */
export const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** A file of the page, with its precompressed versions. */
export interface PageFile {
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
export const listPageFiles = async (folder: string): Promise<Map<string, PageFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Map<string, string>();
  for (const entry of entries)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      paths.set(`/${relative(folder, path).split(sep).join('/')}`, path);
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
