import MarkdownIt from 'markdown-it';
import type { DocumentBlock } from './block-writer.ts';
import { scanHtml, type HtmlPart } from './html-scanner.ts';

/** Tags that may occur within a word; all others end it. */
const inlineElements = new Set(
  'a abbr b bdi bdo cite code del em font i ins kbd mark q s samp small span strong sub sup tt u var'.split(
    ' ',
  ),
);

/** Raw text elements whose text is shown. */
const shownRawText = new Set(['textarea', 'xmp']);

const plainDoctype = /^<!doctype[\t\n\f\r ]+html[\t\n\f\r ]*>$/iu;
const entity = /&#?\w{1,32};/gu;
const { unescapeAll } = new MarkdownIt().utils;

/** Layers of a part of the document, each with the line breaks of its source. */
interface Layers {
  /** Words that a block must show. */
  readonly text?: string;
  /** Words that the first block must show, as the title. */
  readonly title?: string;
  /** Never shown. */
  readonly hidden?: string;
}

/**
 * The lines of an HTML document, 1-based and ascending, with a letter or digit in a comment, script or other hidden
 * element, or with a word that no block shows. Blocks have other line numbers, those of the converted markdown.
 */
export const unshownHtmlLines = (html: string, blocks: readonly DocumentBlock[]): number[] => {
  const layers = [...layersOf(html)];
  const linesOf = (name: keyof Layers): string[] =>
    layers
      .map(({ source, ...own }) => own[name] ?? breaksOf(source))
      .join('')
      .split('\n');
  const [titles, hidden] = [linesOf('title'), linesOf('hidden')];
  const shown = new Set(blocks.flatMap(({ text }) => wordsOf(text)));
  const heading = new Set(wordsOf(blocks[0]?.text ?? ''));
  return linesOf('text').flatMap((line, index) =>
    wordsOf(hidden[index] ?? '').length > 0 ||
    decodedWords(titles[index] ?? '').some((word) => !heading.has(word)) ||
    decodedWords(line).some((word) => !shown.has(word))
      ? [index + 1]
      : [],
  );
};

const layersOf = function* (html: string): Generator<Layers & { readonly source: string }> {
  let hasTitle = false;
  for (const part of scanHtml(html)) {
    const isTitle = part.kind === 'start' && part.name === 'title';
    yield { source: part.source, ...layersOfPart(part, isTitle && !hasTitle) };
    hasTitle ||= isTitle;
  }
};

const layersOfPart = (part: HtmlPart, isFirstTitle: boolean): Layers => {
  const { source } = part;
  if (part.kind === 'text') return { text: source };
  if (part.kind === 'comment') return plainDoctype.test(source) ? {} : { hidden: source };
  if (part.kind === 'end' || part.rawText === undefined)
    return { text: gapOf(source, part.name), hidden: oddPartOf(source) };
  const { text, at } = part.rawText;
  const startTag = source.slice(0, at);
  const endTag = source.slice(at + text.length);
  const around = (words: string): string => `${gapOf(startTag)}${words}${gapOf(endTag)}`;
  const hiddenAround = (words: string): string =>
    `${oddPartOf(startTag)}${words}${oddPartOf(endTag)}`;
  if (isFirstTitle) return { title: around(text), hidden: hiddenAround(breaksOf(text)) };
  if (shownRawText.has(part.name))
    return { text: around(text), hidden: hiddenAround(breaksOf(text)) };
  return { text: around(breaksOf(text)), hidden: hiddenAround(text) };
};

const breaksOf = (source: string): string => '\n'.repeat(source.split('\n').length - 1);

/** The gap between words in place of a tag. */
const gapOf = (tag: string, name?: string): string =>
  breaksOf(tag) || (name !== undefined && inlineElements.has(name) ? '' : ' ');

/**
 * Text that does not look like part of its tag: all of an unclosed one, or whatever follows an angle bracket in a
 * value.
 */
const oddPartOf = (tag: string): string => {
  if (!tag.endsWith('>')) return tag;
  const from = tag.slice(1, -1).search(/[<>]/u) + 1;
  return from === 0 ? breaksOf(tag) : `${breaksOf(tag.slice(0, from))}${tag.slice(from)}`;
};

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a line, with entities decoded; unknown ones count as no letter. */
const decodedWords = (line: string): string[] =>
  wordsOf(unescapeAll(line.replaceAll('\\', ' ')).replaceAll(entity, ' '));
