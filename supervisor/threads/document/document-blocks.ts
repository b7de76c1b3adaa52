import type { DocumentFormat } from '../document-requests.ts';
import { codeBlocks } from './code-blocks.ts';
import type { AccountedBlock } from './block-writer.ts';
import { htmlToMarkdown, type PartOfPage } from './html-to-markdown.ts';
import { languageOfFile } from './text-file.ts';
import { tableBlocks } from './table-blocks.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { unshownHtmlLines } from './unshown-html-lines.ts';
import { accountFor, unshownLines } from './unshown-lines.ts';

/**
 * Splits a text into blocks, each with the lines that it does not show. Line endings must be `
 * `.
 */
export const documentBlocks = (
  text: string,
  format: DocumentFormat,
  name = '',
): AccountedBlock[] => {
  switch (format) {
    case 'markdown': {
      const blocks = markdownBlocks(text);
      return accountFor(blocks, unshownLines(text.split('\n'), blocks));
    }
    case 'html':
      return pageBlocks(text);
    case 'text': {
      const language = languageOfFile(name);
      const table = tableBlocks(text, language);
      return table === undefined
        ? codeBlocks({ text, firstLine: 1, language })
        : accountFor(table, []);
    }
  }
};

/** The blocks of a page from the web, or of a part of it. */
export const pageBlocks = (html: string, part?: PartOfPage): AccountedBlock[] => {
  const blocks = markdownBlocks(htmlToMarkdown(html, part), { hasHtml: false });
  // HTML lines cannot be attributed to blocks: the first block gets them all.
  const first = accountFor(blocks.slice(0, 1), unshownHtmlLines(html, blocks));
  return [...first, ...accountFor(blocks.slice(1), [])];
};
