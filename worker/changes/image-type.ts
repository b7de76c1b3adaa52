/** Number of leading bytes to inspect. */
export const imageHeadBytes = 4096;

const ascii = (head: Buffer, start: number, end: number): string =>
  head.toString('latin1', start, end);

/** Matches only what may precede the root element of an SVG document. */
const svgPattern =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/iu;

/** The media type of an image that browsers display, by its leading bytes; the file name is not trusted. */
export const imageTypeOf = (head: Buffer): string | undefined => {
  if (ascii(head, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png';
  if (ascii(head, 0, 3) === '\u00ff\u00d8\u00ff') return 'image/jpeg';
  if (/^GIF8[79]a/u.test(ascii(head, 0, 6))) return 'image/gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (/^ftypavi[fs]$/u.test(ascii(head, 4, 12))) return 'image/avif';
  return svgPattern.test(ascii(head, 0, imageHeadBytes)) ? 'image/svg+xml' : undefined;
};
