import type { Reference } from '../../../../../shared/session/links.ts';
import { insetSelector } from '../../../../shell/dom-range.ts';
import type { FilePlace } from '../../../ui/page.ts';
import { linesOfFragment, referenceWords, splitLines, type Lines } from './reference-words.ts';

/** A link of the author's, or a word, that may lead to a file. */
export type FoundReference = Lines & {
  readonly asked: Reference;
  readonly section?: string;
} & (
    | { readonly kind: 'link'; readonly link: HTMLElement }
    | { readonly kind: 'word'; readonly text: Text; readonly start: number; readonly end: number }
  );

/** The references in the rendered text of a block, in order; blocks of code have none. */
export const findReferences = (block: Element, document: string | undefined): FoundReference[] => {
  const of = document === undefined ? {} : { document };
  return [...linksIn(block, of), ...wordsIn(block, of)];
};

type Of = Pick<Reference, 'document'>;

const linksIn = (block: Element, of: Of): FoundReference[] =>
  [...block.querySelectorAll<HTMLElement>('a[href^="#./"]')].flatMap((link) => {
    const [address = '', fragment = ''] = link.title.split('#', 2);
    const { path, ...lines } = splitLines(decoded(address.split('?', 1)[0] ?? ''));
    if (path === '' || path.length > 4096) return [];
    const [, section] = (link.getAttribute('href') ?? '').slice(1).split('#', 2);
    const asked = { path, isLink: true as const, ...of };
    const rest = { ...lines, ...linesOfFragment(fragment) };
    return [{ kind: 'link', link, asked, ...rest, ...(section === undefined ? {} : { section }) }];
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not URL-encoded after all.
    return text;
  }
};

const wordsIn = (block: Element, of: Of): FoundReference[] => {
  const words: FoundReference[] = [];
  const walker = document.createTreeWalker(
    block,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
      const isLeftOut = (node as Element).matches(`pre, a, .image, .definition, ${insetSelector}`);
      return isLeftOut ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    },
  );
  while (walker.nextNode() !== null) {
    const text = walker.currentNode as Text;
    const isCode = text.parentElement?.closest('code') !== null;
    for (const { path, ...rest } of referenceWords(text.data, isCode))
      words.push({ kind: 'word', text, asked: { path, ...of }, ...rest });
  }
  return words;
};

/** Where a reference leads. */
export const placeOf = (
  { lineStart, lineEnd, section }: FoundReference,
  filePath: string,
): FilePlace => ({
  filePath,
  ...(lineStart === undefined ? {} : { lineStart }),
  ...(lineEnd === undefined ? {} : { lineEnd }),
  ...(section === undefined ? {} : { section }),
});
