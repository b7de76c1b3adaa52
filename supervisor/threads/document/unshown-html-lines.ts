import type { DocumentBlock } from './document-block.ts';

/** Tags that may stand within a word, and all others, which end one. */
const inlineTag =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var)(?:\s[^<>]*)?>/giu;
const otherTag = /<(?:\/?[a-z]|!doctype|\?xml)[^<>]*>/giu;

const entity = /&#?\w{1,32};/u;

/**
 * The lines of an HTML document, 1-based and ascending, with a word outside of its tags that no block shows: of scripts,
 * styles, comments, and what cannot be seen. The blocks have lines of their own, those of the markdown made of it.
 */
export const unshownHtmlLines = (html: string, blocks: readonly DocumentBlock[]): number[] => {
  const shown = new Set(blocks.flatMap(({ text }) => wordsOf(text)));
  const lines = html
    .replaceAll(inlineTag, (tag) => breaksOf(tag, ''))
    .replaceAll(otherTag, (tag) => breaksOf(tag, ' '))
    .split('\n');
  return lines.flatMap((line, index) =>
    withoutEntities(line).some((word) => !shown.has(word)) ? [index + 1] : [],
  );
};

const breaksOf = (tag: string, otherwise: string): string =>
  tag.includes('\n') ? '\n'.repeat(tag.split('\n').length - 1) : otherwise;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a line, without those that are written with entities. */
const withoutEntities = (line: string): string[] =>
  line.split(/\s+/u).flatMap((part) => (entity.test(part) ? [] : wordsOf(part)));
