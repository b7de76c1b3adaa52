import { assetFile } from '../../../shared/node/http/asset-file.ts';
import { GalleyError } from '../../../shared/errors.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import { imagePath } from '../../../shared/session/image-path.ts';
import { sharedImageName } from '../../../shared/sharing/shared-page.ts';
import {
  maxSharedImageBytes,
  maxSharedImagesBytes,
  maxSoughtImages,
} from '../../../shared/limits.ts';

interface ImagesOptions {
  /** The folder of the documents. */
  readonly folder: string;
  /** The name of a document whose blocks name none. */
  readonly from: string;
}

/** An image in a block, as the renderer writes it, with its address. */
const imageTags = /<span class="image" title="([^"]*)"/gu;

/** Those that the page's sanitizer lets pass, too. */
const embedded = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/**
 * The images of a document in its folder as `data:` addresses, by `sharedImageName`: those that are not too large, as
 * far as they fit. Of the others, the description stands in.
 */
export const sharedImages = async (
  blocks: readonly Block[],
  { folder, from }: ImagesOptions,
): Promise<Record<string, string>> => {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  let left = maxSharedImagesBytes;
  for (const { html, file } of blocks)
    for (const [, title = ''] of html.matchAll(imageTags)) {
      const address = unescaped(title);
      const name = sharedImageName(file, address);
      if (seen.has(name) || seen.size === maxSoughtImages) continue;
      seen.add(name);
      const image = await readImage(address, { folder, from: file ?? from });
      if (image === undefined || image.bytes > left) continue;
      left -= image.bytes;
      found.set(name, image.address);
    }
  return Object.fromEntries(found);
};

/** Undefined if there is none that may be shown. */
const readImage = async (
  address: string,
  { folder, from }: ImagesOptions,
): Promise<{ readonly address: string; readonly bytes: number } | undefined> => {
  const place = imagePath(address, from);
  if (place.kind !== 'path') return undefined;
  try {
    const { file, part } = await assetFile(folder, place.path.split('/'));
    try {
      const { size } = await file.stat();
      if (!embedded.has(part.contentType) || size > maxSharedImageBytes) return undefined;
      const { buffer, bytesRead: bytes } = await file.read(Buffer.alloc(size), 0, size, 0);
      return {
        address: `data:${part.contentType};base64,${buffer.toString('base64', 0, bytes)}`,
        bytes,
      };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof GalleyError) return undefined;
    throw error;
  }
};

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|amp);/gu, (entity) => entities[entity] ?? entity);
