import type {
  FrameDocument,
  FrameFact,
  FrameNode,
  FrameText,
} from '../../../../shared/frame/frame-tree.ts';
import type { DocumentBlock } from '../block-writer.ts';
import { assertDrawable, assertDrawableStyle } from './assert-drawable.ts';
import { keptAttributes, resolverFor, type HtmlPlace, type Resolve } from './frame-attributes.ts';
import { HtmlBlocks } from './html-blocks.ts';
import {
  attributeOf,
  childrenOf,
  isElement,
  isQuirky,
  isText,
  parseHtml,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
} from './parse-html.ts';
import { maxAddressLength, maxBoxDepth } from '../../../../shared/limits.ts';

interface HtmlDocument {
  readonly blocks: readonly DocumentBlock[];
  readonly frame: FrameDocument;
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that show another document, or that some program draws. */
const embedded = setOf(
  'iframe frame frameset object embed applet portal fencedframe webview controlledframe video audio',
);
/** SVG's animations can set any attribute. */
const animations = setOf('animate set animatemotion animatetransform animatecolor discard');

/**
 * The text of an HTML document as blocks, and what its frame shows: the same elements without anything that runs, loads,
 * navigates or sends.
 * @throws HtmlTooComplex
 */
export const htmlDocument = (html: string, place: HtmlPlace): HtmlDocument => {
  const { isFromElsewhere } = place;
  const document = parseHtml(html);
  assertDrawable(document);
  const root = childrenOf(document).find(isElement);
  const parts = root === undefined ? [] : childrenOf(root).filter(isElement);
  const head = parts.find(({ tagName }) => tagName === 'head');
  const base = head && childrenOf(head).find(isNamed('base'));
  const address = base && isElement(base) ? attributeOf(base, 'href') : undefined;
  const writer = new FrameWriter(resolverFor(address, place), !isFromElsewhere);
  for (const node of childrenOf(document)) writer.outside(node);
  const styles = head === undefined ? [] : writer.children(head, 0);
  const rest = parts.filter((part) => part !== head);
  const [body] = rest;
  const content = rest.flatMap((part) =>
    part.tagName === 'body' ? writer.children(part, 0) : writer.nodes(part, 0),
  );
  const title = head && childrenOf(head).find(isNamed('title'));
  return {
    blocks: writer.blocks.finish(),
    frame: {
      quirks: isQuirky(document),
      title: title === undefined ? '' : textIn(title).trim().replaceAll(/\s+/gu, ' '),
      facts: writer.facts,
      html: root === undefined ? {} : writer.attributes(root),
      body: body === undefined ? {} : writer.attributes(body),
      head: styles,
      content,
      isMapped: !isFromElsewhere,
    },
  };
};

const isNamed =
  (name: string) =>
  (node: HtmlNode): boolean =>
    isElement(node) && node.tagName === name;

const textIn = (node: HtmlNode): string =>
  childrenOf(node)
    .filter(isText)
    .map(({ value }) => value)
    .join('');

class FrameWriter {
  readonly blocks = new HtmlBlocks();
  readonly facts: Partial<Record<FrameFact, number>> = {};
  readonly #resolve: Resolve;
  readonly #isMapped: boolean;

  constructor(resolve: Resolve, isMapped: boolean) {
    this.#resolve = resolve;
    this.#isMapped = isMapped;
  }

  /** Comments around the root element. */
  outside(node: HtmlNode): void {
    if (node.nodeName === '#comment') this.#count('comment');
  }

  attributes(element: HtmlElement): Record<string, string> {
    const { attributes, remote, scripts } = keptAttributes(element, this.#resolve);
    this.#count('remote', remote);
    this.#count('script', scripts);
    return attributes;
  }

  children(parent: HtmlNode, depth: number): FrameNode[] {
    return childrenOf(parent).flatMap((node) => this.nodes(node, depth));
  }

  nodes(node: HtmlNode, depth: number): readonly FrameNode[] {
    if (isText(node)) return [this.#text(node)];
    if (isElement(node)) return this.#element(node, depth);
    this.outside(node);
    return [];
  }

  #element(element: HtmlElement, depth: number): readonly FrameNode[] {
    const name = element.tagName.toLowerCase();
    switch (name) {
      case 'script':
      case 'template':
        this.#count(name);
        return [];
      case 'meta':
        if (attributeOf(element, 'http-equiv')?.trim().toLowerCase() === 'refresh')
          this.#count('redirect');
        return [];
      case 'title':
        return element.namespaceURI.endsWith('svg') ? this.#plain(element, depth) : [];
      case 'base':
        return [];
      case 'link':
        return this.#styleSheet(element);
      case 'style':
        return this.#style(element);
    }
    if (animations.has(name)) return [];
    if (embedded.has(name)) return this.#embedded(element, depth);
    return this.#plain(element, depth);
  }

  #plain(element: HtmlElement, depth: number): readonly FrameNode[] {
    this.blocks.open(element);
    const { attributes, link, remote, scripts } = keptAttributes(element, this.#resolve);
    this.#count('remote', remote);
    this.#count('script', scripts);
    const place = this.#isMapped ? this.blocks.standIn(standInFor(element)) : undefined;
    const c = this.children(element, depth + 1);
    this.blocks.close(element);
    if (depth > maxBoxDepth) return c;
    const { namespaceURI: space } = element;
    return [
      {
        e: shownAs.get(element.tagName) ?? element.tagName,
        ...(space.endsWith('svg') ? { n: 'svg' } : space.endsWith('MathML') ? { n: 'math' } : {}),
        ...(Object.keys(attributes).length === 0 ? {} : { a: attributes }),
        ...(c.length === 0 ? {} : { c }),
        ...(link === undefined ? {} : { u: link.slice(0, maxAddressLength) }),
        ...place,
      },
    ];
  }

  #text({ value: t, parentNode, sourceCodeLocation }: HtmlText): FrameText {
    const isPre = isWithin(parentNode, preformatted);
    const place = this.blocks.text(t, { isPre, line: firstLineOf(t, sourceCodeLocation) });
    return place === undefined || !this.#isMapped
      ? { t }
      : {
          t,
          b: place.b,
          s: place.s,
          ...(place.isAfterSpace ? { w: 1 } : {}),
          ...(isPre ? { p: 1 } : {}),
        };
  }

  #embedded(element: HtmlElement, depth: number): readonly FrameNode[] {
    this.#count('embedded');
    const { tagName } = element;
    const isFallbackShown = tagName === 'object' || tagName === 'applet';
    const address = attributeOf(element, 'src') ?? attributeOf(element, 'data');
    const t = `[${tagName}${address === undefined ? '' : `: ${address.slice(0, 200)}`}]`;
    const { line } = lineOf(element);
    const place = this.blocks.text(t, { isPre: true, line });
    const text: FrameText =
      place === undefined || !this.#isMapped ? { t } : { t, b: place.b, s: place.s, p: 1 };
    // Frames' own content is text to the parser; the rest has what older browsers show.
    const c = isFallbackShown ? this.children(element, depth + 1) : [];
    return [{ e: 'span', a: { class: 'galley-embedded' }, c: [text, ...c] }];
  }

  #styleSheet(element: HtmlElement): readonly FrameNode[] {
    const kinds = (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/u);
    const href = attributeOf(element, 'href');
    if (!kinds.includes('stylesheet') || kinds.includes('alternate') || href === undefined)
      return [];
    const found = this.#resolve(href);
    if (found.kind !== 'asset') {
      this.#count('remote');
      return [];
    }
    const media = attributeOf(element, 'media');
    const a = { rel: 'stylesheet', href: found.address, ...(media === undefined ? {} : { media }) };
    return [{ e: 'link', a }];
  }

  #style(element: HtmlElement): readonly FrameNode[] {
    const t = textIn(element);
    assertDrawableStyle(t);
    this.#count('remote', t.match(remoteStyle)?.length ?? 0);
    const media = attributeOf(element, 'media');
    const space = element.namespaceURI.endsWith('svg') ? { n: 'svg' as const } : {};
    return [{ e: 'style', ...space, ...(media === undefined ? {} : { a: { media } }), c: [{ t }] }];
  }

  #count(fact: FrameFact, by = 1): void {
    if (by > 0) this.facts[fact] = (this.facts[fact] ?? 0) + by;
  }
}

const remoteStyle = /(?:url\(|@import)\s{0,9}["']?(?:https?:)?\/\//giu;
const preformatted = setOf('pre textarea listing xmp plaintext');

/** Elements that would do something, by those that look the same. Fields of a form could hide what it has. */
const shownAs: ReadonlyMap<string, string> = new Map([
  ['form', 'galley-form'],
  ['noscript', 'galley-noscript'],
  ['noembed', 'galley-noscript'],
  ['noframes', 'galley-noscript'],
  ['dialog', 'galley-dialog'],
  ['base', 'span'],
]);

const isWithin = (node: HtmlNode | null, names: ReadonlySet<string>): boolean => {
  for (let at = node; at !== null; at = 'parentNode' in at ? at.parentNode : null)
    if (isElement(at) && names.has(at.tagName)) return true;
  return false;
};

/** Parsers drop a line break at the start of `pre`. */
const firstLineOf = (text: string, place: HtmlText['sourceCodeLocation']): number => {
  const { startLine, endLine } = place ?? { startLine: 1, endLine: 1 };
  return Math.max(startLine, endLine - (text.split('\n').length - 1));
};

const lineOf = ({ sourceCodeLocation }: HtmlElement) => ({
  line: sourceCodeLocation?.startLine ?? 1,
});

/** What stands in a block for an element without text. */
const standInFor = (element: HtmlElement): { text: string; line: number } | undefined => {
  const { line } = lineOf(element);
  if (element.tagName === 'img') {
    const alt = (attributeOf(element, 'alt') ?? '').trim();
    const file = (attributeOf(element, 'src') ?? '').split(/[?#]/u, 1)[0]?.split('/').at(-1) ?? '';
    const name = alt === '' && !file.startsWith('data:') ? file : alt;
    return { text: name === '' ? '[img]' : `[${name.slice(0, 300)}]`, line };
  }
  if (element.tagName !== 'input') return undefined;
  const kind = (attributeOf(element, 'type') ?? '').toLowerCase();
  const shown = attributeOf(element, 'value') ?? attributeOf(element, 'placeholder') ?? '';
  if (kind === 'hidden' || kind === 'checkbox' || kind === 'radio' || shown.trim() === '')
    return undefined;
  return { text: `[${shown.trim().slice(0, 300)}]`, line };
};
