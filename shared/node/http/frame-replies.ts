import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { GalleyError } from '../../errors.ts';
import { openPlainFile } from '../plain-file.ts';
import { file, html, type Reply } from './reply.ts';

/** A key that no other page can guess. */
export const makeFrameKey = (): string => randomBytes(16).toString('hex');

/** Files that a document in a frame can show. Fonts would need CORS, and nothing else is loaded. */
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.bmp': 'image/bmp',
};

const maxAssetBytes = 16 * 1024 * 1024;

/** Of every reply: it may be loaded by a document without origin, and opened on its own it can do nothing. */
const common = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-DNS-Prefetch-Control': 'off',
} as const;

const assetHeaders = {
  ...common,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
};

/** The policy of the frame: no origin, Galley's own script, styles and images from its own server. */
const frameHeaders = (nonce: string) => ({
  ...common,
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types',
    'sandbox allow-scripts',
  ].join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
});

interface AssetOptions {
  /** What was made by `makeFrameKey`. */
  readonly key: string;
  readonly given: { readonly key: string; readonly rest?: readonly string[] | undefined };
  readonly isQuirky: boolean;
  /** Folder of the built page, with the frame's script. */
  readonly page: string;
  /** The folder of the document's file; undefined if there is none. */
  readonly folder: string | undefined;
}

/**
 * The frame of an HTML document, or a file that it shows. The frame itself has nothing of the document: the page hands
 * that over.
 * @throws GalleyError `not_found`
 */
export const assetReply = async (options: AssetOptions): Promise<Reply> => {
  const { key, given, isQuirky, page, folder } = options;
  if (!isSame(key, given.key)) throw notServed();
  const segments = given.rest ?? [];
  if (segments.length === 0) return frameReply(page, isQuirky);
  const type = types[extname(segments.at(-1) ?? '').toLowerCase()];
  if (folder === undefined || type === undefined || !segments.every(isPlainName)) throw notServed();
  const opened = await openPlainFile(folder, segments.join('/')).catch((cause: unknown) => {
    throw notServed(cause);
  });
  if (opened?.kind !== 'file') throw notServed();
  if (opened.stats.size > maxAssetBytes) {
    await opened.file.close();
    throw notServed();
  }
  return file(opened.file, { contentType: type, offset: 0, headers: assetHeaders });
};

/** Neither hidden nor another folder. A quotation mark would make the guard read it as a quoted name. */
const isPlainName = (name: string): boolean => name !== '' && /^[^."/\\\0][^/\\\0]*$/u.test(name);

const isSame = (key: string, given: string): boolean =>
  key.length === given.length && timingSafeEqual(Buffer.from(key), Buffer.from(given));

const frameReply = async (page: string, isQuirky: boolean): Promise<Reply> => {
  const script = await readFile(join(page, 'frame.js'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  const content =
    `${isQuirky ? '' : '<!doctype html>'}<html><head><meta charset="utf-8">` +
    `<script nonce="${nonce}">${script}</script></head><body></body></html>`;
  return html(content, frameHeaders(nonce));
};

const notServed = (cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    "There is nothing here that an HTML document can show. Only images and styles in its file's own folder are served.",
    { cause },
  );
