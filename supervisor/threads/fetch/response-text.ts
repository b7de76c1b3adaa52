import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { GalleyError } from '../../../shared/errors.ts';
import type { DocumentFormat } from '../document-requests.ts';

interface Body {
  readonly stream: Readable;
  /** Lower case, possibly empty. */
  readonly encoding: string;
  readonly maxBytes: number;
}

/**
 * Reads and decompresses a body.
 * @throws GalleyError `content_too_large` or `url_failed`
 */
export const readBody = async ({ stream, encoding, maxBytes }: Body): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of unpack(stream, encoding)) {
    bytes += (part as Buffer).length;
    if (bytes > maxBytes)
      throw new GalleyError(
        'content_too_large',
        `The document is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB. Review a part of it.`,
      );
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
};

const unpackers = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

const isPacked = (encoding: string): encoding is keyof typeof unpackers =>
  Object.hasOwn(unpackers, encoding);

const unpack = (stream: Readable, encoding: string): Readable => {
  if (encoding === '' || encoding === 'identity') return stream;
  if (!isPacked(encoding))
    throw new GalleyError(
      'url_failed',
      `The server sent the document with the unsupported encoding ${encoding}.`,
    );
  // The error reaches the reader of the result.
  return pipeline(stream, unpackers[encoding](), () => undefined);
};

const textTypes =
  /^(?:text\/.+|application\/(?:(?:.+\+)?(?:json|xml|yaml)|x-yaml|toml|javascript|markdown|x-sh|x-ndjson|sql))$/u;

/**
 * The format for a media type, or for the URL's extension if the type does not tell.
 * @throws GalleyError `not_a_text`
 */
export const formatOfType = (type: string, url: URL): DocumentFormat => {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown';
  const isMarkdown = /\.(?:md|markdown|mdx)$/iu.test(url.pathname);
  if (type === '' || textTypes.test(type)) return isMarkdown ? 'markdown' : 'text';
  throw new GalleyError(
    'not_a_text',
    `${url.host} sent ${type}. Galley reviews text, markdown and HTML.`,
  );
};

/**
 * Decodes a body in the charset of its type or, for HTML, its head; UTF-8 by default.
 * @throws GalleyError `not_a_text`
 */
export const decodeBody = (body: Buffer, contentType: string, format: DocumentFormat): string => {
  const head = format === 'html' ? body.toString('latin1', 0, 2048) : '';
  const label =
    /charset="?([\w.:-]+)/iu.exec(contentType)?.[1] ??
    /<meta[^<>]+charset=["']?([\w.:-]+)/iu.exec(head)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch (cause) {
    throw new GalleyError(
      'not_a_text',
      `The document cannot be read as ${label}. Download it, save it as UTF-8 and review the file.`,
      { cause },
    );
  }
};
