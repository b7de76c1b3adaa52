import { deflateSync, crc32 } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const parts = Buffer.alloc(8);
  parts.writeUInt32BE(data.length, 0);
  parts.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([parts.subarray(0, 4), body, parts.subarray(4)]);
};

/** A real PNG of one grey; `claimed` puts another size into its header. */
export const png = (width: number, height: number, claimed = { width, height }): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width, 0);
  header.writeUInt32BE(claimed.height, 4);
  header[8] = 8;
  const pixels = deflateSync(
    Buffer.alloc(height * (width + 1), 0x80).map((_, at) => (at % (width + 1) === 0 ? 0 : 0x80)),
  );
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const u16 = (value: number): number[] => [value & 0xff, value >> 8];
const be16 = (value: number): number[] => [value >> 8, value & 0xff];

/** A GIF up to its first frame, with a colour table, a comment, and a frame of its own size. */
export const gif = (screen: readonly [number, number], frame = screen): Buffer =>
  Buffer.from([
    ...Buffer.from('GIF89a'),
    ...u16(screen[0]),
    ...u16(screen[1]),
    0x81,
    0,
    0,
    ...Array.from({ length: 12 }, () => 7),
    ...Buffer.from([0x21, 0xfe, 2, 65, 66, 1, 67, 0]),
    ...Buffer.from([0x2c, 0, 0, 0, 0]),
    ...u16(frame[0]),
    ...u16(frame[1]),
    0,
  ]);

/** A JPEG up to its frame header, after `segments` others, as from cameras. */
export const jpeg = (width: number, height: number, segments = 1): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array.from({ length: segments }, () =>
      Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xfffd)]),
    ),
    Buffer.from([0xff, 0xc4, 0, 2, 0xff, 0xff, 0xc2, 0, 17, 8, ...be16(height), ...be16(width)]),
  ]);

const riff = (kind: string, data: readonly number[]): Buffer =>
  Buffer.concat([
    Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'),
    Buffer.from(data),
    Buffer.alloc(10),
  ]);

/** WebP headers of the three kinds. */
export const webp = {
  lossy: (width: number, height: number) =>
    riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...u16(width), ...u16(height)]),
  lossless: (width: number, height: number) => {
    const bits = Buffer.alloc(4);
    bits.writeUInt32LE(((height - 1) << 14) | (width - 1));
    return riff('VP8L', [0x2f, ...bits]);
  },
  extended: (width: number, height: number) => {
    const size = Buffer.alloc(6);
    size.writeUIntLE(width - 1, 0, 3);
    size.writeUIntLE(height - 1, 3, 3);
    return riff('VP8X', [0, 0, 0, 0, ...size]);
  },
};

const box = (kind: string, ...parts: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(parts).length, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
};
const version0 = Buffer.alloc(4);
const u32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );

/** AVIF headers: of an image with a thumbnail, and of a sequence of frames. */
export const avif = {
  image: (width: number, height: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('avif\0\0\0\0mif1')),
      box(
        'meta',
        version0,
        box('hdlr', Buffer.alloc(24)),
        box(
          'iprp',
          box(
            'ipco',
            box('av1C', version0),
            box('ispe', version0, u32(width, height)),
            box('ispe', version0, u32(160, 120)),
          ),
        ),
      ),
      box('mdat', Buffer.alloc(9)),
    ]),
  frames: (width: number, height: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('avis\0\0\0\0msf1')),
      box(
        'moov',
        box('mvhd', Buffer.alloc(100)),
        box('trak', box('tkhd', version0, Buffer.alloc(72), u32(width * 65_536, height * 65_536))),
      ),
    ]),
};

/** A BMP header; from the bottom up, or from the top down. */
export const bmp = (width: number, height: number): Buffer => {
  const image = Buffer.alloc(54);
  image.write('BM', 'latin1');
  image.writeUInt32LE(40, 14);
  image.writeInt32LE(width, 18);
  image.writeInt32LE(height, 22);
  return image;
};

const copiesOf = (level: number): string => `<use href="#l${level}"/>`.repeat(10);

/** An SVG of a billion rectangles: each of nine levels copies the one below ten times. A browser hangs. */
export const svgBomb = `<svg xmlns="http://www.w3.org/2000/svg"><g id="l0"><rect/></g>${Array.from(
  { length: 9 },
  (_, level) => `<g id="l${level + 1}">${copiesOf(level)}</g>`,
).join('')}</svg>`;
