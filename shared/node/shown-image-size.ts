import { maxImageParts } from '../limits.ts';
import type { ImageHead, ReadAt } from './image-head.ts';

type Size = Pick<ImageHead, 'width' | 'height'>;

/** Boxes with others inside, and how many bytes of their own those come after. */
const containers: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
};

/**
 * The largest size that an AVIF has room for, of its images and of its tracks; undefined if it names none, or is damaged.
 * Source: ISO/IEC 14496-12, 4.2 and 8.3.2; 23008-12, 6.5.3.
 */
export const avifSize = async (read: ReadAt): Promise<Size | undefined> => {
  let largest: Size | undefined;
  let offset = 0;
  for (let parts = 0; parts < maxImageParts; parts += 1) {
    const head = await read(offset, 16);
    if (head.length < 8) return largest;
    const kind = head.toString('latin1', 4, 8);
    const size = kind === 'ispe' || kind === 'tkhd' ? await sizeIn(read, offset, kind) : undefined;
    if (size !== undefined && areaOf(size) > areaOf(largest)) largest = size;
    const own = containers[kind];
    const bytes = own === undefined ? boxBytes(head) : 8 + own;
    if (bytes < 8 || !Number.isSafeInteger(offset + bytes)) return largest;
    offset += bytes;
  }
  return undefined;
};

/** 0 if it is the last one. */
const boxBytes = (head: Buffer): number => {
  const bytes = head.readUInt32BE(0);
  return bytes === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : bytes;
};

const sizeIn = async (
  read: ReadAt,
  offset: number,
  kind: 'ispe' | 'tkhd',
): Promise<Size | undefined> => {
  const box = await read(offset, 104);
  if (kind === 'ispe')
    return box.length < 20
      ? undefined
      : { width: box.readUInt32BE(12), height: box.readUInt32BE(16) };
  // The last fields, of 16.16 bits, behind a head of one of two sizes.
  const end = box[8] === 1 ? 104 : 92;
  if (box.length < end) return undefined;
  return { width: box.readUInt16BE(end - 8), height: box.readUInt16BE(end - 4) };
};

const areaOf = (size: Size | undefined): number =>
  size === undefined ? -1 : size.width * size.height;

/** Source: the headers of BMP by their length; a height may be negative. */
export const bmpSize = async (read: ReadAt): Promise<Size | undefined> => {
  const head = await read(14, 12);
  if (head.length < 12) return undefined;
  return head.readUInt32LE(0) === 12
    ? { width: head.readUInt16LE(4), height: head.readUInt16LE(6) }
    : { width: Math.abs(head.readInt32LE(4)), height: Math.abs(head.readInt32LE(8)) };
};
