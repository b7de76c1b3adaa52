import { expect, it } from 'vitest';
import { imageTypeOf } from '../../../shared/node/image-type.ts';

it.each([
  ['\u0089PNG\r\n\u001a\n…', 'image/png'],
  ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\u0020ftypavif', 'image/avif'],
  ['<svg xmlns="…">', 'image/svg+xml'],
  [
    '<?xml version="1.0"?>\n<!-- made by a > program -->\n<!DOCTYPE svg PUBLIC "a">\n<svg>',
    'image/svg+xml',
  ],
  ['<html><svg></svg></html>', undefined],
  ['<!-- <svg> --><script></script>', undefined],
  ['%PDF-1.7', undefined],
  ['\0\0\0\u0020ftypmp42', undefined],
  ['BM\0\0', undefined],
  ['', undefined],
])('%j is %s', (head, type) => {
  expect(imageTypeOf(Buffer.from(head, 'latin1'))).toBe(type);
});
