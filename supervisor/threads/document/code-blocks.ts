import type { DocumentBlock } from './block-writer.ts';
import { escapeHtml } from './html-text.ts';
import { maxCodeLines } from '../../../shared/limits.ts';

interface Code {
  readonly text: string;
  /** 1-based source line of the text's start. */
  readonly firstLine: number;
  readonly language?: string | undefined;
  /** The info string of a fence; the page shows it above the code. */
  readonly info?: string | undefined;
}

/** Code as blocks, several if it is long, so that the page can render only the visible part. */
export const codeBlocks = ({ text, firstLine, language, info }: Code): DocumentBlock[] => {
  const lines = text.replace(/\n$/u, '').split('\n');
  const blocks: DocumentBlock[] = [];
  // A partial diagram cannot be drawn.
  const isCut = language === 'mermaid' && lines.length > maxCodeLines;
  for (let at = 0; at < lines.length; at += maxCodeLines) {
    const part = lines.slice(at, at + maxCodeLines);
    const startLine = firstLine + at;
    const content = `${part.join('\n')}\n`;
    blocks.push({
      kind: 'code',
      startLine,
      endLine: startLine + part.length - 1,
      html: codeHtml({
        text: content,
        firstLine: startLine,
        language: isCut ? undefined : language,
        info: at === 0 ? info : undefined,
      }),
      text: content,
      marks: [],
    });
  }
  return blocks;
};

/** A `pre` element. The `code` inside keeps parsers from dropping an empty first line. */
export const codeHtml = ({ text, firstLine, language, info = '' }: Code): string => {
  const name = language?.replaceAll(/[^\w+#.-]/gu, '').slice(0, 40) ?? '';
  const className = name === '' ? '' : ` class="language-${escapeHtml(name)}"`;
  const caption = info === '' ? '' : ` data-info="${escapeHtml(info)}"`;
  return `<pre data-line="${firstLine}"${caption}><code${className}>${escapeHtml(text)}</code></pre>`;
};
