import type { DocumentFormat } from '../task-requests.ts';
import { codeBlocks } from './code-blocks.ts';
import type { AccountedBlock } from './document-block.ts';
import { languageOfFile } from './document-format.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { accountFor, unshownLines } from './unshown-lines.ts';

/** A text as blocks, each with the account of what it does not show; the text's lines are ended by `\n`. */
export const documentBlocks = async (
  text: string,
  format: DocumentFormat,
  name = '',
): Promise<AccountedBlock[]> => {
  switch (format) {
    case 'markdown': {
      const blocks = markdownBlocks(text);
      return accountFor(blocks, unshownLines(text.split('\n'), blocks));
    }
    case 'html': {
      const { htmlToMarkdown } = await import('./html-to-markdown.ts');
      const { unshownHtmlLines } = await import('./unshown-html-lines.ts');
      const blocks = markdownBlocks(htmlToMarkdown(text));
      // Which block a line of HTML became is not known: the first one has them all.
      const first = accountFor(blocks.slice(0, 1), unshownHtmlLines(text, blocks));
      return [...first, ...accountFor(blocks.slice(1), [])];
    }
    case 'text':
      return codeBlocks({ text, firstLine: 1, language: languageOfFile(name) });
  }
};
