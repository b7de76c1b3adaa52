import type { FileHandle } from 'node:fs/promises';
import { maxImagePixels, maxSvgBytes } from '../limits.ts';
import { fileReader, readImageHead, type ImageHead, type ReadAt } from './image-head.ts';
import { svgType } from './image-type.ts';
import { avifSize, bmpSize } from './shown-image-size.ts';
import { isDrawableStyle } from './data-address.ts';
import { isDrawableSvg } from './svg-elements.ts';

/** A browser needs memory for each pixel of these. */
const sizeReaders: Readonly<
  Record<string, (read: ReadAt) => Promise<Pick<ImageHead, 'width' | 'height'> | undefined>>
> = {
  'image/png': readImageHead,
  'image/jpeg': readImageHead,
  'image/gif': readImageHead,
  'image/webp': readImageHead,
  'image/avif': avifSize,
  'image/bmp': bmpSize,
};

/** The same of a style sheet, for the images in it. */
export const styleProblem = async (handle: FileHandle): Promise<'too-large' | undefined> => {
  const { size } = await handle.stat();
  if (size > maxSvgBytes) return 'too-large';
  const bytes = await fileReader(handle)(0, size);
  // Its byte order mark would say more than Galley does.
  if (bytes.includes(0)) return 'too-large';
  return isDrawableStyle(bytes.toString('utf8')) ? undefined : 'too-large';
};

/**
 * Why a browser should not get an image: it would take too much time or memory for a page that shows it, or it does not
 * even say its size. @param type by its bytes, or any other that needs no look
 */
export const imageProblem = async (
  handle: FileHandle,
  type: string,
): Promise<'damaged' | 'too-large' | undefined> => {
  const read = fileReader(handle);
  if (type === svgType) {
    const { size } = await handle.stat();
    const isDrawable = size <= maxSvgBytes && isDrawableSvg(await read(0, size));
    return isDrawable ? undefined : 'too-large';
  }
  const readSize = sizeReaders[type];
  if (readSize === undefined) return undefined;
  const size = await readSize(read);
  if (size === undefined) return 'damaged';
  return size.width * size.height > maxImagePixels ? 'too-large' : undefined;
};
