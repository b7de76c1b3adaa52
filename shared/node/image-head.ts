import type { FileHandle } from 'node:fs/promises';
import type { AttachedType } from '../annotations/attachment.ts';
import { maxImageParts } from '../limits.ts';

/** Reads bytes at an offset of an image; fewer at its end. */
export type ReadAt = (offset: number, bytes: number) => Promise<Buffer>;

/** Reads an open file. */
export const fileReader =
  (file: FileHandle): ReadAt =>
  async (offset, bytes) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
    return buffer.subarray(0, bytesRead);
  };

/** What the header of an image says. */
export interface ImageHead {
  readonly type: AttachedType;
  readonly width: number;
  readonly height: number;
}

/** Number of leading bytes that tell the type. */
export const imageTypeBytes = 12;

const ascii = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end);

/** The type of an image by its leading bytes; the file name is not trusted. */
export const attachedTypeOf = (head: Buffer): AttachedType | undefined => {
  if (ascii(head, 0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png';
  if (ascii(head, 0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg';
  if (/^GIF8[79]a/u.test(ascii(head, 0, 6))) return 'image/gif';
  return ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP' ? 'image/webp' : undefined;
};

/**
 * Reads type and size of an image from its header, without decoding it: a decoder would need memory for every pixel that
 * the header promises. Bounded: at most a few thousand small reads.
 * @returns undefined if it is none of the types, or damaged
 */
export const readImageHead = async (read: ReadAt): Promise<ImageHead | undefined> => {
  const type = attachedTypeOf(await read(0, imageTypeBytes));
  if (type === undefined) return undefined;
  const size = await sizeReaders[type](read);
  if (size === undefined || size.width < 1 || size.height < 1) return undefined;
  return { type, ...size };
};

type Size = Pick<ImageHead, 'width' | 'height'>;
type SizeReader = (read: ReadAt) => Promise<Size | undefined>;

/** Bytes at an offset; undefined if the file is too short. */
const wholly = async (read: ReadAt, offset: number, bytes: number): Promise<Buffer | undefined> => {
  const found = await read(offset, bytes);
  return found.length < bytes ? undefined : found;
};

/** Source: PNG, 11.2.1: the header is always the first chunk. */
const pngSize: SizeReader = async (read) => {
  const chunk = await wholly(read, 8, 16);
  if (chunk === undefined || ascii(chunk, 4, 8) !== 'IHDR') return undefined;
  return { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) };
};

/** Whether a JPEG marker starts a frame. Source: ITU T.81, table B.1; C4, C8 and CC are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a segment: TEM, RST, SOI. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const jpegSize: SizeReader = async (read) => {
  let offset = 2;
  for (let skipped = 0; skipped < maxImageParts; skipped += 1) {
    const segment = await wholly(read, offset, 4);
    if (segment === undefined || segment[0] !== 0xff) return undefined;
    const marker = segment.readUInt8(1);
    // Padding.
    if (marker === 0xff) offset += 1;
    else if (isBare(marker)) offset += 2;
    else if (isFrame(marker)) {
      const frame = await wholly(read, offset + 5, 4);
      return frame && { height: frame.readUInt16BE(0), width: frame.readUInt16BE(2) };
    } else offset += 2 + segment.readUInt16BE(2);
  }
  return undefined;
};

/** The bytes of a colour table. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/** The screen, or the first frame if that is larger: browsers then extend the screen. Source: GIF89a, 18 and 20. */
const gifSize: SizeReader = async (read) => {
  const screen = await wholly(read, 6, 7);
  if (screen === undefined) return undefined;
  let offset = 13 + tableBytes(screen.readUInt8(4));
  for (let skipped = 0; skipped < maxImageParts; skipped += 1) {
    const block = await read(offset, 10);
    if (block[0] === 0x2c && block.length === 10)
      return {
        width: Math.max(screen.readUInt16LE(0), block.readUInt16LE(1) + block.readUInt16LE(5)),
        height: Math.max(screen.readUInt16LE(2), block.readUInt16LE(3) + block.readUInt16LE(7)),
      };
    if (block[0] !== 0x21) return undefined;
    offset += 2;
    // The parts of an extension, up to an empty one.
    for (let length = 1; length > 0 && skipped < maxImageParts; skipped += 1) {
      length = (await read(offset, 1))[0] ?? 0;
      offset += 1 + length;
    }
  }
  return undefined;
};

/** Source: RFC 9649, 2.5 to 2.7. */
const webpSize: SizeReader = async (read) => {
  const chunk = await wholly(read, 12, 18);
  switch (chunk && ascii(chunk, 0, 4)) {
    case 'VP8X':
      return chunk && { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
    case 'VP8L': {
      if (chunk === undefined || chunk[8] !== 0x2f) return undefined;
      const bits = chunk.readUInt32LE(9);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      if (chunk === undefined || chunk.readUIntBE(11, 3) !== 0x9d012a) return undefined;
      return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
    default:
      return undefined;
  }
};

const sizeReaders: Readonly<Record<AttachedType, SizeReader>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};
