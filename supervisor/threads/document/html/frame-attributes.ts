import { assertDrawableData, assertDrawableStyle } from './assert-drawable.ts';
import type { HtmlElement } from './parse-html.ts';

/** What an address in an HTML document leads to. */
type Resolved =
  | { readonly kind: 'asset' | 'data' | 'anchor'; readonly address: string }
  | { readonly kind: 'remote' };

export type Resolve = (address: string) => Resolved;

const own = 'http://assets.invalid/';

/** Where an HTML document is. */
export interface HtmlPlace {
  readonly isFromElsewhere: boolean;
  /** Its folder, relative to the one that is served; default: that one. */
  readonly folder?: string;
}

/**
 * Resolves addresses of a document whose folder is served, unless it comes from elsewhere; the result throws
 * `HtmlTooComplex`.
 */
export const resolverFor = (
  base: string | undefined,
  { isFromElsewhere, folder = '.' }: HtmlPlace,
): Resolve => {
  const there = new URL(`./${folder.replaceAll(/[%?#\\]/gu, encodeURIComponent)}/`, own);
  const from = URL.canParse(base ?? '', there.href) ? new URL(base ?? '', there) : there;
  return (address) => {
    if (address.startsWith('#')) return { kind: 'anchor', address };
    if (/^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/iu.test(address)) {
      assertDrawableData(address);
      return { kind: 'data', address };
    }
    if (isFromElsewhere || !URL.canParse(address, from.href)) return { kind: 'remote' };
    const { origin, pathname } = new URL(address, from);
    if (origin !== new URL(own).origin) return { kind: 'remote' };
    // With a dot in front, it can be neither another host nor another scheme.
    return { kind: 'asset', address: `./${pathname.replace(/^\/+/u, '')}` };
  };
};

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Attributes of HTML elements that change how something looks or reads, and nothing else. */
const plain = setOf(
  'class id style title lang dir hidden translate role align valign bgcolor color face size width height border ' +
    'cellpadding cellspacing rules frame summary nowrap noshade hspace vspace clear compact start reversed value type ' +
    'checked disabled selected multiple rows cols placeholder readonly max min low high optimum open span colspan ' +
    'rowspan headers scope abbr alt label datetime media wrap text link vlink alink marginwidth marginheight topmargin ' +
    'leftmargin',
);

export interface KeptAttributes {
  readonly attributes: Record<string, string>;
  /** Where a link leads. */
  readonly link?: string;
  /** How many addresses are not loaded, and scripts not run. */
  readonly remote: number;
  readonly scripts: number;
}

/** The attributes of an element that its frame may have. */
export const keptAttributes = (
  { tagName, namespaceURI, attrs }: HtmlElement,
  resolve: Resolve,
): KeptAttributes => {
  const attributes: Record<string, string> = {};
  const isHtml = namespaceURI.endsWith('xhtml');
  let link: string | undefined;
  let remote = 0;
  let scripts = 0;
  for (const { name, value } of attrs) {
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || isScriptAddress(value)) scripts += 1;
    else if (lower === 'href' && (tagName === 'a' || tagName === 'area')) link = value;
    else if (addressed.has(lower)) {
      const found = resolve(lower.endsWith('srcset') ? firstOf(value) : value.trim());
      const wanted = loads(tagName, lower);
      if (found.kind === 'remote') remote += wanted === undefined ? 0 : 1;
      else if (wanted?.includes(found.kind) !== true) continue;
      else if (lower === 'srcset') attributes['src'] ??= found.address;
      else attributes[lower] = found.address;
    } else if (isHtml ? isPlain(lower) : !unsafeForeign.has(lower)) {
      if (lower === 'style' || !isHtml) assertDrawableStyle(value);
      attributes[name] = value;
    }
  }
  const anchor = link === undefined ? undefined : anchorOf(link);
  if (anchor !== undefined) attributes['href'] = anchor;
  return { attributes, remote, scripts, ...(link === undefined ? {} : { link }) };
};

/** Links lead nowhere by themselves; those within the document stay. */
const anchorOf = (link: string): string => (link.startsWith('#') ? link : '#');

const isPlain = (name: string): boolean => plain.has(name) || /^(?:data|aria)-/u.test(name);

const addressed = setOf('src href srcset background poster data xlink:href');

/** In SVG and MathML. */
const unsafeForeign = setOf(
  'target ping download name tabindex autofocus attributename form action formaction nonce is slot xlink:actuate ' +
    'xlink:show xml:base',
);

/** What may be loaded for an attribute; undefined if it loads nothing that is shown. */
const loads = (tag: string, name: string): readonly Resolved['kind'][] | undefined => {
  if (name === 'background') return ['asset', 'data'];
  if (tag === 'img' && name !== 'href') return ['asset', 'data'];
  if (tag === 'link' && name === 'href') return ['asset'];
  if (tag === 'image' || tag === 'feImage') return ['asset', 'data', 'anchor'];
  return name.endsWith('href') ? ['anchor'] : undefined;
};

const firstOf = (candidates: string): string => candidates.trim().split(/[\s,]/u, 1)[0] ?? '';

/** As browsers read addresses: without control characters and spaces. */
const isScriptAddress = (value: string): boolean =>
  /^(?:javascript|vbscript):/iu.test(value.slice(0, 200).replaceAll(/[\p{Cc} ]/gu, ''));
