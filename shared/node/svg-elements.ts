import { isUtf8 } from 'node:buffer';
import { maxSvgDepth, maxSvgElements } from '../limits.ts';
import { readStylePaints, type StylePaints } from './style-paints.ts';
import { hasFewCopies, paintsByStyle, partsOfElement, type SvgPart } from './svg-copies.ts';

/**
 * Whether a browser can draw an SVG document in a time that its elements are worth. Copies by `use`, patterns and the
 * like count each time: a few hundred bytes can ask for billions, and a page hangs. What is not well-formed is not drawn anyway.
 */
export const isDrawableSvg = (bytes: Buffer): boolean => {
  // In another encoding, it could be another document.
  if (!isUtf8(bytes) || bytes.includes(0)) return false;
  const text = bytes.toString('utf8');
  const styles = stylesIn(text);
  if (styles === undefined) return false;
  const parts = partsOf(text, readStylePaints(styles));
  return parts !== undefined && hasFewCopies(parts);
};

/** Its styles. Undefined if it has other documents or style sheets in addresses, or styles in which one could be hidden. */
const stylesIn = (text: string): string[] | undefined => {
  if (/data: {0,9}(?:image\/svg|text\/css)|<\?xml-stylesheet/iu.test(text)) return undefined;
  const found: string[] = [];
  const tags = /<(?:[\w.-]{1,99}:)?style\b/giu;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    const start = endOfTag(text, tag.index) ?? text.length;
    const end = text.indexOf('</', start);
    const style = plainStyle(text.slice(start + 1, end < 0 ? undefined : end));
    if (style === undefined) return undefined;
    found.push(style);
    if (end < 0) break;
    tags.lastIndex = end;
  }
  return found;
};

/** Undefined if XML or CSS could make something else of it. */
const plainStyle = (text: string): string | undefined => {
  const [, inner, after] = /^\s*<!\[CDATA\[([^\]]*)\]\]>([^]*)$/u.exec(text) ?? [text, text, ''];
  const style = `${inner}${after}`;
  return /[&<\\]/u.test(style) ? undefined : style;
};

/** The first is the whole. Undefined if there are too many elements, or entities that could stand for some. */
const partsOf = (text: string, paints: StylePaints): readonly SvgPart[] | undefined => {
  const whole: SvgPart = { start: 0, end: 0 };
  const parts = [whole];
  const open: (SvgPart | undefined)[] = [];
  for (const tag of tagsOf(text)) {
    if (tag === undefined) return undefined;
    if (tag.startsWith('/')) {
      const closed = open.pop();
      if (closed !== undefined) closed.end = whole.end;
      continue;
    }
    const found = partsIn(tag, whole.end, paints);
    if (found === undefined) return undefined;
    whole.end += 1;
    parts.push(...found);
    const [named] = found;
    if (!tag.endsWith('/')) open.push(named);
    else if (named !== undefined) named.end = whole.end;
    if (parts.length > 2 * maxSvgElements || whole.end > maxSvgElements) return undefined;
    if (open.length > maxSvgDepth) return undefined;
  }
  return parts;
};

/** The tags, without their brackets; undefined where entities may stand for some. Without regular expressions, since the text is untrusted and may be long. */
function* tagsOf(text: string): Generator<string | undefined> {
  const skipped = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [start, end] = skipped.find(([begin]) => text.startsWith(begin, at)) ?? [];
    if (start !== undefined) at = after(text, end, at + start.length);
    else if (text.startsWith('<!', at)) {
      const declared = endOfDoctype(text, at);
      if (declared === undefined) return yield undefined;
      at = declared;
    } else {
      const close = endOfTag(text, at);
      // Not well-formed.
      if (close === undefined) return;
      yield text.slice(at + 1, close);
      at = close + 1;
    }
  }
}

const after = (text: string, end: string | undefined, from: number): number => {
  const at = text.indexOf(end ?? '', from);
  return at < 0 ? text.length : at + (end?.length ?? 0);
};

/** Undefined if it is something else, or declares more than plain words. */
const endOfDoctype = (text: string, at: number): number | undefined => {
  if (!text.startsWith('<!DOCTYPE', at)) return undefined;
  const [close, bracket] = [text.indexOf('>', at), text.indexOf('[', at)];
  if (bracket < 0 || bracket > close) return close < 0 ? text.length : close + 1;
  const end = text.indexOf(']', bracket);
  const declared = text.slice(bracket, end < 0 ? undefined : end).replaceAll('<!', '');
  return declared.includes('<') || declared.includes('&') ? undefined : after(text, '>', end);
};

/** Where a tag is closed, which a quoted `>` does not; undefined if it is not. */
const endOfTag = (text: string, from: number): number | undefined => {
  let quote = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '<') return undefined;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return undefined;
};

/** As `partsOfElement`; undefined if an entity may stand for anything. */
const partsIn = (tag: string, start: number, paints: StylePaints): SvgPart[] | undefined => {
  const attributes = [...attributesOf(tag)].map(([name, value]) => [name, plainOf(value)] as const);
  const own = partsOfElement(nameOf(tag), attributes, start);
  const styled = paintsByStyle(nameOf(tag), attributes, { paints, start });
  return own && styled && [...own, ...styled];
};

const characters: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** Undefined if it has other entities than those that XML has by itself. */
const plainOf = (value: string): string | undefined =>
  value.replaceAll(/&(?:quot|apos|lt|gt|amp);/gu, '').includes('&')
    ? undefined
    : value.replaceAll(/&(quot|apos|lt|gt|amp);/gu, (_, name: string) => characters[name] ?? '');

/** Up to what is not well-formed. */
function* attributesOf(tag: string): Generator<[name: string, value: string]> {
  attribute.lastIndex = nameOf(tag).length;
  for (let found = attribute.exec(tag); found !== null; found = attribute.exec(tag)) {
    const { lastIndex } = attribute;
    const [, name = '', value = ''] = found;
    yield [name, value.slice(1, -1)];
    // Others may have used it meanwhile.
    attribute.lastIndex = lastIndex;
  }
}

const nameOf = (tag: string): string => /^[^\s/]*/u.exec(tag)?.[0] ?? '';
/** Sticky, so that each part of a tag is looked at once. */
const attribute = /\s*([^\s=/]+)\s*=\s*("[^"]*"|'[^']*')/uy;
