import { isUtf8 } from 'node:buffer';
import { maxSvgDepth, maxSvgElements } from '../limits.ts';

/** An element that can be copied, or a copy of one, by how many elements there are before it and before its end. */
interface Part {
  readonly id?: string;
  readonly copies?: string;
  readonly start: number;
  end: number;
}

/**
 * Whether a browser can draw an SVG document in a time that its elements are worth. Those that `use` copies count each
 * time: a few hundred bytes can ask for billions, and a page hangs. What is not well-formed is not drawn anyway.
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
    if (tag === 'unclear') return undefined;
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

/** The tags, without their brackets. Without regular expressions, since the text is untrusted and may be long. */
function* tagsOf(text: string): Generator<string> {
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
      if (declared === undefined) return yield 'unclear';
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

/** What a tag names and copies. Undefined if an entity is part of that. */
const partsIn = (tag: string, start: number): Part[] | undefined => {
  const parts: Part[] = [];
  const name = tag.slice(0, lengthOf(tag, 0, isName));
  const isUse = localName(name) === 'use';
  for (const [attribute, value] of attributesOf(tag)) {
    const isHref = isUse && localName(attribute) === 'href';
    if (attribute !== 'id' && !isHref) continue;
    if (value.includes('&')) return undefined;
    const copies = decoded(value.slice(value.lastIndexOf('#') + 1));
    if (isHref) parts.push({ copies, start, end: start });
    else parts.unshift({ id: value, start, end: start });
  }
  return parts;
};

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);
const isSpace = (character: string): boolean => ' \t\r\n'.includes(character);
const isName = (character: string): boolean => !isSpace(character) && !'/='.includes(character);

/** How many characters from there on are of a kind. */
const lengthOf = (text: string, from: number, isOne: (character: string) => boolean): number => {
  let at = from;
  while (at < text.length && isOne(text[at] ?? '')) at += 1;
  return at - from;
};

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment.trim());
  } catch {
    return fragment;
  }
};

/** Up to what is not well-formed. */
function* attributesOf(tag: string): Generator<[name: string, value: string]> {
  for (let last = lengthOf(tag, 0, isName); ;) {
    const start = last + lengthOf(tag, last, isSpace);
    const end = start + lengthOf(tag, start, isName);
    const equals = end + lengthOf(tag, end, isSpace);
    const quote = equals + 1 + lengthOf(tag, equals + 1, isSpace);
    const close = tag.indexOf(tag[quote] ?? '', quote + 1);
    if (tag[equals] !== '=' || close < 0) return;
    yield [tag.slice(start, end), tag.slice(quote + 1, close)];
    last = close + 1;
  }
}

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
      const { copies = '', start } = this.#copies[at] ?? part;
      if (start >= part.end || count > maxSvgElements) break;
      count += this.countIn(this.#named.get(copies), steps + 1);
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
