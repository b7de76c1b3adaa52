import type { DocumentBlock } from './document-block.ts';
import { escapeHtml } from './html-text.ts';

interface Code {
  readonly text: string;
  /** 1-based line of the source on which the text begins. */
  readonly firstLine: number;
  readonly language?: string | undefined;
  /** What stands behind the backquotes of a fence; the page shows it above the code. */
  readonly info?: string | undefined;
}

/** Lines in one block of code: few enough for a page to lay out at once. */
const linesAtMost = 500;

/** Code as blocks, several where it is long, so that a page can show the part that is looked at. */
export const codeBlocks = ({ text, firstLine, language, info }: Code): DocumentBlock[] => {
  const lines = text.replace(/\n$/u, '').split('\n');
  const blocks: DocumentBlock[] = [];
  // A part of a diagram is none.
  const isCut = language === 'mermaid' && lines.length > linesAtMost;
  for (let at = 0; at < lines.length; at += linesAtMost) {
    const part = lines.slice(at, at + linesAtMost);
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

/** One `pre` element. The `code` inside keeps the parser from eating a first empty line. */
export const codeHtml = ({ text, firstLine, language, info = '' }: Code): string => {
  const name = language?.replaceAll(/[^\w+#.-]/gu, '').slice(0, 40) ?? '';
  const className = name === '' ? '' : ` class="language-${escapeHtml(name)}"`;
  const caption = info === '' ? '' : ` data-info="${escapeHtml(info)}"`;
  return `<pre data-line="${firstLine}"${caption}><code${className}>${escapeHtml(text)}</code></pre>`;
};
