import { attachedTypeOf } from './image-head.ts';

export const svgType = 'image/svg+xml';

/** Number of leading bytes to inspect. */
export const imageHeadBytes = 4096;

const ascii = (head: Buffer, start: number, end: number): string =>
  head.toString('latin1', start, end);

/** Matches only what may precede the root element of an SVG document. */
const svgPattern =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/iu;

/** The media type of an image that browsers display, by its leading bytes; the file name is not trusted. */
export const imageTypeOf = (head: Buffer): string | undefined => {
  const attached = attachedTypeOf(head);
  if (attached !== undefined) return attached;
  if (/^ftypavi[fs]$/u.test(ascii(head, 4, 12))) return 'image/avif';
  return svgPattern.test(ascii(head, 0, imageHeadBytes)) ? svgType : undefined;
};
