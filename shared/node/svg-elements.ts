import { isUtf8 } from 'node:buffer';
import { maxSvgDepth, maxSvgElements } from '../limits.ts';

/** An element that can be copied, or a copy of one, by how many elements there are before it and before its end. */
interface Part {
  readonly id?: string;
  readonly copies?: string;
  /** Whether it is only painted with that, a gradient or a clip for example: worth counting if those copy others. */
  readonly isPaint?: boolean;
  readonly start: number;
  end: number;
}

/**
 * Whether a browser can draw an SVG document in a time that its elements are worth. Copies by `use`, patterns and the
 * like count each time: a few hundred bytes can ask for billions, and a page hangs. What is not well-formed is not drawn anyway.
 */
export const isDrawableSvg = (bytes: Buffer): boolean => {
  // In another encoding, it could be another document.
  if (!isUtf8(bytes) || bytes.includes(0)) return false;
  const parts = partsOf(bytes.toString('utf8'));
  return parts !== undefined && new Copies(parts).countIn(parts[0], 0) <= maxSvgElements;
};

/** The first is the whole. Undefined if there are too many elements, or entities that could stand for some. */
const partsOf = (text: string): readonly Part[] | undefined => {
  const whole: Part = { start: 0, end: 0 };
  const parts = [whole];
  const open: (Part | undefined)[] = [];
  for (const tag of tagsOf(text)) {
    if (tag === undefined) return undefined;
    if (tag.startsWith('/')) {
      const closed = open.pop();
      if (closed !== undefined) closed.end = whole.end;
      continue;
    }
    const found = partsIn(tag, whole.end);
    if (found === undefined) return undefined;
    whole.end += 1;
    parts.push(...found);
    const [named] = found;
    if (!tag.endsWith('/')) open.push(named);
    else if (named !== undefined) named.end = whole.end;
    if (whole.end > maxSvgElements || open.length > maxSvgDepth) return undefined;
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

/** What a tag names, copies and is painted with. Undefined if that is unclear, or a document of its own. */
const partsIn = (tag: string, start: number): Part[] | undefined => {
  const parts: Part[] = [];
  const isCopy = copying.has(localName(nameOf(tag)));
  for (const [attribute, value] of attributesOf(tag)) {
    const name = localName(attribute);
    if (!telling.test(name)) continue;
    const plain = value.replaceAll(/&(?:quot|apos|lt|gt|amp);/gu, "'");
    if (plain.includes('&') || plain.includes('\\')) return undefined;
    if (name === 'id') parts.unshift({ id: value, start, end: start });
    else if (name !== 'href') parts.push(...paintsIn(plain).map((id) => paintOf(id, start)));
    else if (isCopy) parts.push({ copies: fragmentOf(value), start, end: start });
    else if (/^\s*data:/iu.test(value) && !rasterImage.test(value)) return undefined;
  }
  return parts;
};

/** Elements that draw another one. */
const copying: ReadonlySet<string> = new Set(['use', 'feImage', 'pattern']);
/** Attributes that name an element or may refer to one. */
const telling = /^(?:id|href|style|fill|stroke|filter|mask|clip-path|marker(?:-\w+)?)$/u;
const rasterImage = /^\s*data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/iu;

const paintsIn = (value: string): string[] =>
  value
    .split(/url\(/iu)
    .slice(1)
    .map((rest) => fragmentOf((rest.split(')', 1)[0] ?? '').replaceAll(/["']/gu, '')));

const paintOf = (copies: string, start: number): Part => ({
  copies,
  isPaint: true,
  start,
  end: start,
});

/** What an address means in the document itself, whatever precedes it. */
const fragmentOf = (address: string): string =>
  decoded(address.slice(address.lastIndexOf('#') + 1));

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment.trim());
  } catch {
    return fragment;
  }
};

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

/** Counts elements with all their copies. */
class Copies {
  readonly #named = new Map<string, Part>();
  readonly #copies: readonly Part[];
  readonly #counts = new Map<Part, number>();

  constructor(parts: readonly Part[]) {
    // Of several with one id, the first counts.
    for (const part of parts)
      if (part.id !== undefined && !this.#named.has(part.id)) this.#named.set(part.id, part);
    this.#copies = parts.filter(({ copies }) => copies !== undefined);
  }

  /** Those in a part; more than the limit if it copies too much, or over too many steps. */
  countIn(part: Part | undefined, steps: number): number {
    if (part === undefined) return 0;
    if (steps > maxSvgDepth) return maxSvgElements + 1;
    const known = this.#counts.get(part);
    if (known !== undefined) return known;
    // Until it is known, so that what copies itself is too much, too.
    this.#counts.set(part, maxSvgElements + 1);
    let count = part.end - part.start;
    for (let at = this.#firstFrom(part.start); at < this.#copies.length; at += 1) {
      const { copies = '', isPaint = false, start } = this.#copies[at] ?? part;
      if (start >= part.end || count > maxSvgElements) break;
      const copied = this.#named.get(copies);
      const more = this.countIn(copied, steps + 1);
      count += isPaint && copied !== undefined && more === copied.end - copied.start ? 1 : more;
    }
    this.#counts.set(part, count);
    return count;
  }

  #firstFrom(start: number): number {
    let [low, high] = [0, this.#copies.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#copies[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
