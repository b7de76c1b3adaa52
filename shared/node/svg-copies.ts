import type { StylePaints } from './style-paints.ts';
import { maxSvgDepth, maxSvgElements } from '../limits.ts';

/** An element that can be copied, or a copy of one, by how many elements there are before it and before its end. */
export interface SvgPart {
  readonly id?: string;
  readonly copies?: string;
  /** Whether it is only painted with that, a gradient or a clip for example: worth counting if those copy others. */
  readonly isPaint?: boolean;
  readonly start: number;
  end: number;
}

/**
 * Whether a browser can draw the elements, of which the first part is the whole, in a time that they are worth: copies by
 * `use`, patterns and the like count each time.
 */
export const hasFewCopies = (parts: readonly SvgPart[]): boolean =>
  new Copies(parts).countIn(parts[0], 0) <= maxSvgElements;

/**
 * What an element names, copies and is painted with. Undefined if that is unclear, or a document of its own.
 * @param attributes undefined for a value that is unclear
 */
export const partsOfElement = (
  element: string,
  attributes: Iterable<readonly [name: string, value: string | undefined]>,
  start: number,
): SvgPart[] | undefined => {
  const parts: SvgPart[] = [];
  const isCopy = copying.has(localName(element));
  for (const [attribute, value] of attributes) {
    const name = localName(attribute);
    if (!telling.test(name)) continue;
    if (value === undefined || value.includes('\\')) return undefined;
    if (name === 'id') parts.unshift({ id: value, start, end: start });
    else if (name !== 'href') parts.push(...paintsIn(value).map((id) => paintOf(id, start)));
    else if (isCopy) parts.push({ copies: fragmentOf(value), start, end: start });
    else if (/^\s*data:/iu.test(value) && !rasterImage.test(value)) return undefined;
  }
  return parts;
};

/** What style sheets paint an element with. Undefined if that is unclear. */
export const paintsByStyle = (
  element: string,
  attributes: Iterable<readonly [name: string, value: string | undefined]>,
  { paints: { byWord, ofAny }, start }: { readonly paints: StylePaints; readonly start: number },
): SvgPart[] | undefined => {
  if (byWord.size + ofAny.size === 0 || undrawn.test(localName(element))) return [];
  const words = [localName(element)];
  for (const [name, value] of attributes) {
    if (name !== 'class' && name !== 'id') continue;
    if (value === undefined) return undefined;
    const mark = name === 'id' ? '#' : '.';
    words.push(...value.split(/\s+/u).map((word) => `${mark}${word}`));
  }
  const ids = new Set(ofAny);
  for (const word of words) for (const id of byWord.get(word.toLowerCase()) ?? []) ids.add(id);
  return [...ids].map((id) => paintOf(decoded(id), start));
};

/** Elements that only describe others. */
const undrawn = /^(?:stop|defs|style|title|desc|metadata|(?:linear|radial)gradient|fe[a-z]+)$/iu;

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

const paintOf = (copies: string, start: number): SvgPart => ({
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

/** Counts elements with all their copies. */
class Copies {
  readonly #named = new Map<string, SvgPart>();
  readonly #copies: readonly SvgPart[];
  readonly #counts = new Map<SvgPart, number>();

  constructor(parts: readonly SvgPart[]) {
    // Of several with one id, the first counts.
    for (const part of parts)
      if (part.id !== undefined && !this.#named.has(part.id)) this.#named.set(part.id, part);
    this.#copies = parts.filter(({ copies }) => copies !== undefined);
  }

  /** Those in a part; more than the limit if it copies too much, or over too many steps. */
  countIn(part: SvgPart | undefined, steps: number): number {
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
