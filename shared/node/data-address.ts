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
  for (const text of textsInStyle(style)) if (!isDrawableData(text)) return false;
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

/** What may be an address in a style: quoted texts, and what is bare in `url()`. Source: CSS Syntax Module Level 3. */
function* textsInStyle(style: string): Generator<string> {
  for (let at = 0; at < style.length;) {
    const character = style[at] ?? '';
    if (style.startsWith('/*', at)) {
      const end = style.indexOf('*/', at + 2);
      at = end < 0 ? style.length : end + 2;
    } else if (quotes.includes(character)) {
      const { text, end } = readText(style, at + 1, (next) => next === character || next === '\n');
      yield text;
      at = end + 1;
    } else if (isInName(character) || character === '\\') {
      const name = readText(style, at, (next) => !isInName(next));
      at = Math.max(name.end, at + 1);
      if (style[at] !== '(' || name.text.toLowerCase() !== 'url') continue;
      do at += 1;
      while (/\s/u.test(style[at] ?? ''));
      if (quotes.includes(style[at] ?? ' ')) continue;
      const { text, end } = readText(style, at, (next) => next === ')');
      yield text;
      at = end + 1;
    } else at += 1;
  }
}

const quotes = '"\'';

const isInName = (character: string): boolean => /[-\w]/u.test(character) || character >= '\u0080';

/** Up to a character that is not escaped, without escapes. */
const readText = (
  style: string,
  from: number,
  isEnd: (character: string) => boolean,
): { readonly text: string; readonly end: number } => {
  let text = '';
  let at = from;
  for (; at < style.length; at += 1) {
    const character = style[at] ?? '';
    if (character === '\\') {
      const code = /^[\da-f]{1,6}/iu.exec(style.slice(at + 1, at + 7))?.[0];
      const next = code ?? style[at + 1] ?? '';
      text += code === undefined ? (next === '\n' ? '' : next) : characterOf(code);
      at += next.length;
      if (code !== undefined && /\s/u.test(style[at + 1] ?? '')) at += 1;
    } else if (isEnd(character)) break;
    else text += character;
  }
  return { text, end: at };
};

const characterOf = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code);
};
