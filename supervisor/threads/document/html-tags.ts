import MarkdownIt from 'markdown-it';
import { escapeHtml } from './html-text.ts';
import { scanHtml, type HtmlPart } from './html-scanner.ts';
import { isLinkAllowed, linkAttributes } from './links.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Of what GitHub renders, the elements that may stand within a paragraph. */
export const inlineElements = setOf(
  'a abbr b bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strike strong sub sup tt u ' +
    'var wbr',
);
/** Of what GitHub renders, the elements that start a block. */
export const blockElements = setOf(
  'blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td ' +
    'tfoot th thead tr ul',
);
export const voidElements = setOf('br hr img wbr');

/** A start tag as it is rendered. */
export interface RenderedTag {
  readonly html: string;
  /** The words of the source that the page shows, or that only mark up. */
  readonly words: string;
}

const numbers = /^\d{1,2}$/u;
const sizes = /^\d{1,4}(?:%|px)?$/u;
const flags = /^(?:|open|reversed)$/iu;

/** Attributes that hide no words, with their values. Only those in `written` reach the page. */
const harmless: ReadonlyMap<string, RegExp> = new Map([
  ['align', /^(?:left|right|center|justify)$/iu],
  ['colspan', numbers],
  ['dir', /^(?:ltr|rtl|auto)$/iu],
  ['height', sizes],
  ['open', flags],
  ['reversed', flags],
  ['rowspan', numbers],
  ['scope', /^(?:row|col)$/iu],
  ['start', /^-?\d{1,9}$/u],
  ['value', /^-?\d{1,9}$/u],
  ['width', sizes],
]);
const written = setOf('align colspan dir reversed rowspan scope start value');

type StartTag = Extract<HtmlPart, { kind: 'start' }>;

/** Undefined if the tag is to be shown as text. */
export const renderTag = ({ name, source, attributes }: StartTag): RenderedTag | undefined => {
  if (name === 'img') return renderImage(source, attributes);
  const link = name === 'a' ? linkOf(attributes) : '';
  if (link === undefined) return undefined;
  const kept = harmlessOf(attributes);
  const html = kept
    .filter(([key]) => written.has(key))
    .map(([key, value]) => ` ${key}="${escapeHtml(value.toLowerCase())}"`)
    .join('');
  // A review shows what the agent reads; it can be folded.
  const open = name === 'details' ? ' open' : '';
  // Parsers drop a line break right after the tag.
  const guard = name === 'pre' ? '<span></span>' : '';
  const address = name === 'a' ? `href ${attributes.get('href')}` : '';
  return {
    html: `<${name}${link}${html}${open}>${guard}`,
    words: wordsOf(source, [name, address, ...kept.flat()]),
  };
};

const harmlessOf = (attributes: ReadonlyMap<string, string>): [string, string][] =>
  [...attributes].filter(([key, value]) => harmless.get(key)?.test(value) === true);

/** The tag itself, with its lines, if it has no other words than these. */
const wordsOf = (source: string, words: readonly string[]): string => {
  const shown = words.join(' ');
  return lettersIn(shown) === lettersIn(source) ? source : shown;
};

/** How many characters are no marks of a tag. */
const lettersIn = (text: string): number => text.replaceAll(/[\s<>/="']/gu, '').length;

/** Undefined if it leads nowhere, or must not. */
const linkOf = (attributes: ReadonlyMap<string, string>): string | undefined => {
  const href = decodeEntities(attributes.get('href') ?? '').trim();
  return href === '' || !isLinkAllowed(href) ? undefined : linkAttributes(href);
};

/** The description stands in, until the page may load it. */
const renderImage = (
  source: string,
  attributes: ReadonlyMap<string, string>,
): RenderedTag | undefined => {
  const address = decodeEntities(attributes.get('src') ?? '').trim();
  const label =
    decodeEntities(attributes.get('alt') ?? '')
      .replaceAll('\n', ' ')
      .trim() || address;
  if (address === '' || /[\p{C}]/u.test(label)) return undefined;
  const shown = [...attributes].filter(([key]) => key === 'src' || key === 'alt');
  const kept = harmlessOf(attributes);
  const size = kept
    .filter(([key]) => key === 'width' || key === 'height')
    .map(([key, value]) => ` ${key}="${escapeHtml(value.replace(/px$/u, ''))}"`)
    .join('');
  return {
    html: `<span class="image" title="${escapeHtml(address)}"${size}>${escapeHtml(label)}</span>`,
    words: wordsOf(source, ['img', ...shown.flat(), ...kept.flat()]),
  };
};

const { unescapeAll } = new MarkdownIt().utils;

/** Decodes entities; those for line breaks become spaces, since the source has none there. */
export const decodeEntities = (text: string): string =>
  text
    .split('\n')
    .map((line) => unescapeAll(line.replaceAll('\\', '\\\\')).replaceAll('\n', ' '))
    .join('\n');

/** A tag, or what is between two, of raw HTML in markdown. */
export interface HtmlPiece {
  readonly part: HtmlPart;
  /** 0-based, in the HTML. */
  readonly line: number;
  /** For start tags that may be rendered. */
  readonly tag: RenderedTag | undefined;
  /** Whether it is rendered, since its partner was found; otherwise it is shown as text. */
  isRendered: boolean;
}

/** Splits raw HTML. */
export const htmlPieces = (html: string): HtmlPiece[] => {
  let line = 0;
  const pieces: HtmlPiece[] = [];
  for (const part of scanHtml(html)) {
    const isKnown =
      part.kind === 'start' && (inlineElements.has(part.name) || blockElements.has(part.name));
    pieces.push({ part, line, tag: isKnown ? renderTag(part) : undefined, isRendered: false });
    line += part.source.split('\n').length - 1;
  }
  return pieces;
};
