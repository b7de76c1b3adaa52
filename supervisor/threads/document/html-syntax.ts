import type { MarkdownIt, StateBlock } from 'markdown-it';
import { blockElements, inlineElements } from './html-tags.ts';
import { escapeHtml } from './html-text.ts';
import { maxTagLength } from '../../../shared/limits.ts';

/** A complete tag. No `<` is in it, so that many unfinished ones take linear time. */
const tag = /<\/?[a-z](?:[^'"<>]|'[^'<>]*'|"[^"<>]*")*>/iuy;

/** The name of the element whose tag starts here, in lower case. */
const nameAt = (text: string): string =>
  /^<\/?([a-z][a-z\d]*)(?=[\t\n />]|$)/iu.exec(text)?.[1]?.toLowerCase() ?? '';

const tagAt = (source: string, at: number): string | undefined => {
  tag.lastIndex = 0;
  return tag.exec(source.slice(at, at + maxTagLength))?.[0];
};

/**
 * Recognizes the harmless elements of GitHub's list. Which of them are rendered is found out later; comments,
 * declarations and all other elements stay text.
 */
export const useHtml = (markdown: MarkdownIt): void => {
  const { block, inline, renderer } = markdown;
  inline.ruler.before('html_inline', 'html_tag', (state, isSilent) => {
    if (state.src[state.pos] !== '<') return false;
    const found = tagAt(state.src, state.pos);
    if (found === undefined || !inlineElements.has(nameAt(found))) return false;
    if (!isSilent) state.push('html_inline', '', 0).content = found;
    state.pos += found.length;
    return true;
  });
  const alt = ['paragraph', 'reference', 'blockquote'];
  block.ruler.before(
    'html_block',
    'html_flow',
    (state, startLine, ...[endLine, isSilent]) => {
      const kind = kindOf(lineOf(state, startLine));
      if (kind === undefined || (isSilent && kind === 'alone')) return false;
      if (kind === 'pre' && (state.bMarks[startLine] ?? 0) > lastEndOfPre(state)) return false;
      const line = endOf(state, [startLine, endLine], kind);
      if (line === undefined) return false;
      if (isSilent) return true;
      state.line = line;
      const token = state.push('html_block', '', 0);
      token.map = [startLine, line];
      token.content = state.getLines(startLine, line, state.blkIndent, true);
      return true;
    },
    { alt },
  );
  // Whatever is not handled elsewhere is text.
  renderer.rules['html_inline'] = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
  renderer.rules['html_block'] = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
};

const lineOf = ({ src, bMarks, tShift, eMarks, sCount, blkIndent }: StateBlock, line: number) => {
  // Indented code.
  if ((sCount[line] ?? 0) - blkIndent >= 4) return '';
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);
};

/** `alone`: a tag of an inline element without anything else, which does not interrupt a paragraph. */
type Kind = 'pre' | 'block' | 'alone';

const kindOf = (line: string): Kind | undefined => {
  if (!line.startsWith('<')) return undefined;
  const name = nameAt(line.slice(0, 40));
  if (name === 'pre') return line.startsWith('</') ? 'block' : 'pre';
  if (blockElements.has(name)) return 'block';
  const isAlone = inlineElements.has(name) && tagAt(line, 0)?.length === line.trimEnd().length;
  return isAlone ? 'alone' : undefined;
};

/** HTML ends at an empty line; preformatted text at its end tag. */
const endOf = (
  state: StateBlock,
  [startLine, endLine]: readonly [number, number],
  kind: Kind,
): number | undefined => {
  for (let line = startLine; line < endLine; line += 1) {
    if (line > startLine && (state.sCount[line] ?? 0) < state.blkIndent) return endless(kind, line);
    if (kind === 'pre' && /<\/pre>/iu.test(lineOf(state, line))) return line + 1;
    if (kind !== 'pre' && line > startLine && state.isEmpty(line)) return line;
  }
  return endless(kind, endLine);
};

interface HtmlEnv {
  lastEndOfPre?: number;
}

/** Where preformatted text ends last, so that nobody looks for an end in vain again and again. */
const lastEndOfPre = ({ src, env }: StateBlock): number =>
  ((env as HtmlEnv).lastEndOfPre ??= src.toLowerCase().lastIndexOf('</pre>'));

const endless = (kind: Kind, line: number): number | undefined =>
  kind === 'pre' ? undefined : line;
