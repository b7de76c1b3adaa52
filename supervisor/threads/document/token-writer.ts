import type { Token } from 'markdown-it';
import { escapeHtml } from './html-text.ts';
import { writeInline } from './inline-writer.ts';
import { renderToken, type Rendering } from './rendering.ts';

/** Writes a block's tokens, tracking lines. */
export const writeTokens = (rendering: Rendering, tokens: readonly Token[]): void => {
  const { writer } = rendering;
  for (const [index, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1;
    switch (token.type) {
      case 'inline':
        writeInline(rendering, token);
        break;
      case 'reference_definition':
        writeDefinition(rendering, token);
        break;
      case 'fence':
        writer.beside(token.info, line);
        writer.mark(line + 1);
        writer.write(`${renderToken(rendering, tokens, index)}\n`);
        break;
      case 'code_block':
        writer.mark(line);
        writer.write(`${renderToken(rendering, tokens, index)}\n`);
        break;
      default:
        // The item's number.
        if (token.type === 'list_item_open') writer.beside(token.info, line);
        writer.write(renderToken(rendering, tokens, index));
    }
  }
};

/** Container markers that may precede a definition. */
const containerMarks = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]+\]:)[ \t]*)*/u;

/** Writes a reference definition verbatim, so that its destination and title can be read. */
const writeDefinition = ({ writer, lines }: Rendering, token: Token): void => {
  const [start, end] = token.map ?? [0, 0];
  const [first = '', ...more] = lines.slice(start, end);
  const text = [
    first.replace(containerMarks, ''),
    ...more.map((line) => line.replace(/^[ \t>]+/u, '')),
  ].join('\n');
  writer.mark(start + 1);
  writer.write(`<p class="definition" data-line="${start + 1}">${escapeHtml(text)}</p>\n`);
};
