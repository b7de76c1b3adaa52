import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameKey } from '../asset-key.ts';
import { assetFile, loadableHeaders, notServed } from './asset-file.ts';
import { html, type Reply } from './reply.ts';

/** The policy of the frame: no origin, Galley's own script, styles and images from its own server. */
const frameHeaders = (nonce: string) => ({
  ...loadableHeaders,
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
  /** What was made by `makeAssetKey`. */
  readonly key: string;
  readonly given: { readonly key: string; readonly rest?: readonly string[] | undefined };
  readonly isQuirky: boolean;
  /** Folder of the built page, with the frame's script. */
  readonly page: string;
  /** The folder of the documents; undefined if there is none. */
  readonly folder: string | undefined;
}

/**
 * The frame of an HTML document, or a file that a document shows. The frame itself has nothing of the document: the page
 * hands that over.
 * @throws GalleyError `not_found`, `not_an_image` or `content_too_large`
 */
export const assetReply = async (options: AssetOptions): Promise<Reply> => {
  const { key, given, isQuirky, page, folder } = options;
  if (!isSameKey(key, given.key)) throw notServed();
  const segments = given.rest ?? [];
  if (segments.length === 0) return frameReply(page, isQuirky);
  if (folder === undefined) throw notServed();
  return assetFile(folder, segments);
};

const frameReply = async (page: string, isQuirky: boolean): Promise<Reply> => {
  const script = await readFile(join(page, 'frame.js'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  const content =
    `${isQuirky ? '' : '<!doctype html>'}<html><head><meta charset="utf-8">` +
    `<script nonce="${nonce}">${script}</script></head><body></body></html>`;
  return html(content, frameHeaders(nonce));
};
