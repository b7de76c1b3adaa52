import { styleTokens } from './style-tokens.ts';
import { isDrawableSvg } from './svg-elements.ts';

/** Whether a browser can draw an image that is in its address, if that is an SVG. */
export const isDrawableData = (address: string): boolean => {
  const data = withoutBreaks(address);
  const at = data.search(svgData);
  if (at < 0) return true;
  const comma = data.indexOf(',', at);
  const head = data.slice(at, comma).toLowerCase();
  if (comma < 0 || /charset=(?!utf-?8\b|us-ascii\b)/u.test(head)) return false;
  const bytes = percentDecoded(data.slice(comma + 1));
  const isBase64 = /; {0,9}base64 {0,9}$/u.test(head);
  return isDrawableSvg(isBase64 ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes);
};

/** Whether a browser can draw all images that are in a style. */
export const isDrawableStyle = (style: string): boolean => {
  for (const { kind, text } of styleTokens(style))
    if (kind === 'address' && !isDrawableData(text)) return false;
  return true;
};

const svgData = /data: {0,9}image\/svg/iu;

/** Browsers drop them from addresses. */
const withoutBreaks = (address: string): string => address.replaceAll(/[\t\n\r]/gu, '');

/** Like browsers, leaves what is no escape. */
const percentDecoded = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] === 0x25 ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isEscape = /^[\da-f]{2}$/iu.test(code);
    bytes[length] = isEscape ? Number.parseInt(code, 16) : (bytes[at] ?? 0);
    length += 1;
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
};
