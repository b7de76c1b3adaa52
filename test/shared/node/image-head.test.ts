import { describe, expect, test } from 'vitest';
import { readImageHead } from '../../../shared/node/image-head.ts';
import { gif, jpeg, png, webp } from '../../helpers/images.ts';

/** Reads from memory, and counts. */
const reading = (image: Buffer) => {
  const counts = { reads: 0, bytes: 0 };
  const read = (offset: number, bytes: number) => {
    counts.reads += 1;
    counts.bytes += bytes;
    return Promise.resolve(image.subarray(offset, offset + bytes));
  };
  return { head: () => readImageHead(read), counts };
};

describe('type and size are read from the header', () => {
  test.each([
    ['a PNG', png(3, 2), 'image/png', 3, 2],
    ['a JPEG', jpeg(640, 480), 'image/jpeg', 640, 480],
    ['a JPEG with a long profile', jpeg(640, 480, 40), 'image/jpeg', 640, 480],
    ['a GIF', gif([5, 4]), 'image/gif', 5, 4],
    ['a GIF whose frame is larger than its screen', gif([1, 1], [900, 4]), 'image/gif', 900, 4],
    ['a lossy WebP', webp.lossy(300, 200), 'image/webp', 300, 200],
    ['a lossless WebP', webp.lossless(16_384, 1), 'image/webp', 16_384, 1],
    ['an extended WebP', webp.extended(70_000, 2), 'image/webp', 70_000, 2],
    ['a PNG bomb', png(1, 1, { width: 60_000, height: 60_000 }), 'image/png', 60_000, 60_000],
  ])('of %s', async (_, image, type, width, height) => {
    expect(await reading(image).head()).toEqual({ type, width, height });
  });
});

describe('none is read from', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML that begins like a GIF', Buffer.from('GIF87a<script>alert(1)</script>')],
    ['a PNG without a header', png(1, 1).subarray(0, 20)],
    ['a PNG that begins with another chunk', Buffer.from(png(1, 1)).fill('tEXt', 12, 16)],
    ['a PNG of no pixels', png(1, 1, { width: 0, height: 7 })],
    ['a JPEG without a frame', jpeg(1, 1).subarray(0, -12)],
    ['a WebP of an unknown kind', Buffer.from('RIFF\0\0\0\0WEBPHUH?aaaaaaaaaaaaaaaaaaaaa')],
    ['a WebP that is too short', webp.lossy(1, 1).subarray(0, 25)],
  ])('%s', async (_, image) => {
    expect(await reading(image).head()).toBeUndefined();
  });
});

test.each([
  ['a JPEG of nothing but empty segments', () => segments(0xff, 0xe0, 0, 2)],
  ['a JPEG of nothing but padding', () => segments(0xff, 0xff, 0xff, 0xff)],
  ['a JPEG whose segments claim to be shorter than they are', () => segments(0xff, 0xe0, 0, 0)],
  ['a GIF of nothing but empty extensions', () => extensions(0x21, 0xf9, 0)],
  ['a GIF of one extension without an end', () => extensions(1)],
])('gives up on %s after a few thousand small reads', async (_, image) => {
  const { head, counts } = reading(image());
  expect(await head()).toBeUndefined();
  expect(counts.reads).toBeLessThan(5000);
  expect(counts.bytes).toBeLessThan(100_000);
});

const megabyte = 1024 * 1024;
const repeated = (start: Buffer, part: readonly number[]): Buffer =>
  Buffer.concat([start, Buffer.alloc(megabyte, Buffer.from(part))]);
const segments = (...part: number[]) => repeated(Buffer.from([0xff, 0xd8]), part);
const extensions = (...part: number[]) =>
  repeated(
    Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0, 0, 0, 0x21, 0xfe]).subarray(
      0,
      part.length === 1 ? 15 : 13,
    ),
    part,
  );
