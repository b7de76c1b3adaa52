import { pageBlocks } from '../document-blocks.ts';
import type { RenderedText } from '../rendered-text.ts';
import { unshownHtmlLines } from '../unshown-html-lines.ts';
import { accountFor } from '../unshown-lines.ts';
import type { HtmlPlace } from './frame-attributes.ts';
import { htmlDocument } from './html-document.ts';
import { mainText } from './main-text.ts';
import { HtmlTooComplex } from './parse-html.ts';

/**
 * The text of an HTML document, of one from the web the main text, and what its frame shows; undefined if parsing it
 * would take too long.
 */
export const htmlParts = (html: string, place: HtmlPlace): RenderedText | undefined => {
  try {
    const { blocks, frame } = htmlDocument(html, place);
    if (place.isFromElsewhere) return { found: pageBlocks(html, mainText), frame };
    return { found: accountFor(blocks, unshownHtmlLines(html, blocks)), frame };
  } catch (error) {
    if (error instanceof HtmlTooComplex) return undefined;
    throw error;
  }
};
