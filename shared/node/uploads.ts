import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { attachedEndings, type Attachment, type AttachedType } from '../annotations/attachment.ts';
import { GalleyError } from '../errors.ts';
import { attachedTypeOf, imageTypeBytes } from './image-head.ts';
import { imageReply } from './http/image-reply.ts';
import type { Reply } from './http/reply.ts';
import { withFile } from './http/reply.ts';

/** A stored image: `UUID.png`. */
const uploadPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:png|jpg|gif|webp)$/u;

/** The id of a stored image; undefined for other files. */
export const uploadIdOf = (name: string): string | undefined => uploadPattern.exec(name)?.[1];

export const uploadPath = (folder: string, { id, type }: Pick<Attachment, 'id' | 'type'>): string =>
  join(folder, `${id}.${attachedEndings[type]}`);

/** The names of stored images; none if nothing was uploaded. */
export const uploadNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => uploadIdOf(name) !== undefined);

/**
 * The path of a stored image by its id alone.
 * @throws GalleyError `not_found`
 */
export const findUpload = async (folder: string, id: string): Promise<string> => {
  const name = (await uploadNames(folder)).find((one) => uploadIdOf(one) === id.toLowerCase());
  if (name === undefined) throw noUpload();
  return join(folder, name);
};

/**
 * Answers `GET /api/uploads/{upload}`; the type is that of the bytes.
 * @throws GalleyError `not_found`
 */
export const uploadReply = async (folder: string, id: string): Promise<Reply> =>
  withFile(
    await findUpload(folder, id),
    async (handle) => {
      const { buffer } = await handle.read(Buffer.alloc(imageTypeBytes), 0, imageTypeBytes, 0);
      const type: AttachedType | undefined = attachedTypeOf(buffer);
      if (type === undefined) throw noUpload();
      return imageReply(handle, type);
    },
    noUpload,
  );

const noUpload = (cause?: unknown): GalleyError =>
  new GalleyError('not_found', 'There is no such image in this review.', { cause });
