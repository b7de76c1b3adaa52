import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { GalleyError } from '../../errors.ts';
import { isImageName } from '../../session/image-path.ts';
import { imageProblem, styleProblem } from '../drawable-image.ts';
import { fileReader } from '../image-head.ts';
import { imageHeadBytes, imageTypeOf, svgType } from '../image-type.ts';
import { isPlainName } from '../path-name.ts';
import { openShownFile } from '../plain-file.ts';
import { file, type FileReply } from './reply.ts';
import { maxAssetBytes } from '../../limits.ts';

/** It may be loaded by a document without origin, and opened on its own it can do nothing. */
export const loadableHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-DNS-Prefetch-Control': 'off',
} as const;

const headers = {
  ...loadableHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
};

/**
 * An image or style sheet of a folder, by the segments of its path.
 * @throws GalleyError `not_found`, `not_an_image` or `content_too_large`
 */
export const assetFile = async (
  folder: string,
  segments: readonly string[],
): Promise<FileReply> => {
  const name = segments.at(-1) ?? '';
  const ending = extname(name).toLowerCase();
  // Fonts would need CORS, and documents load nothing else.
  const isServed = isImageName(name) || ending === '.css';
  if (!isServed || !segments.every(isPlainName)) throw notServed();
  const opened = await openShownFile(folder, segments.join('/')).catch((cause: unknown) => {
    throw notServed(cause);
  });
  if (opened === undefined) throw notServed();
  try {
    if (opened.stats.size > maxAssetBytes) throw tooLarge();
    const contentType = await typeOf(opened.file, ending);
    return file(opened.file, { contentType, offset: 0, headers });
  } catch (error) {
    await opened.file.close();
    throw error;
  }
};

/** The type by the bytes, where they tell it. @throws GalleyError `not_an_image` or `content_too_large` */
const typeOf = async (handle: FileHandle, ending: string): Promise<string> => {
  const type = typeBy(ending, await fileReader(handle)(0, imageHeadBytes));
  if (type === undefined) throw notAnImage();
  const problem = await (type === styleType ? styleProblem(handle) : imageProblem(handle, type));
  if (problem === 'too-large') throw tooLarge();
  if (problem === 'damaged') throw notAnImage();
  return type === svgType ? `${type}; charset=utf-8` : type;
};

const styleType = 'text/css; charset=utf-8';

const typeBy = (ending: string, head: Buffer): string | undefined => {
  switch (ending) {
    case '.css':
      return styleType;
    case '.svg':
      // What may precede its root element is too much to recognize all of it.
      return svgType;
    case '.bmp':
      return head.toString('latin1', 0, 2) === 'BM' ? 'image/bmp' : undefined;
    case '.ico':
      return head.toString('latin1', 0, 4) === '\0\0\u0001\0' ? 'image/x-icon' : undefined;
    default:
      return imageTypeOf(head);
  }
};

export const notServed = (cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    "There is nothing here that a document can show. Only images and styles in the document's own folder are served, and no links.",
    { cause },
  );

const notAnImage = (): GalleyError =>
  new GalleyError('not_an_image', 'This file is not an image, whatever its name says.');

const tooLarge = (): GalleyError =>
  new GalleyError(
    'content_too_large',
    'This image is too large to be shown: more than 16 MiB or 50 megapixels; an SVG or style sheet more than 4 MiB, an SVG, also one in a style, more than 100,000 elements, copies included, or not in UTF-8.',
  );
