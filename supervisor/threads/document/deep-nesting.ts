import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Maximum nesting of quotes, lists, items and footnotes: deeper ones have no room on the page, and the parser silently
 * drops levels beyond its own, higher limit.
 */
const maxLevels = 20;

/** Shows deeper levels as source text. */
export const showDeepNesting = ({ block }: MarkdownIt): void => {
  block.ruler.before('table', 'deep_nesting', (state, startLine, ...[endLine, isSilent]) => {
    if (isSilent || state.level < maxLevels) return false;
    const line = endOfLevel(state, startLine, endLine);
    state.line = line;
    const token = state.push('code_block', 'code', 0);
    token.content = `${state.getLines(startLine, line, state.blkIndent, false).trimEnd()}\n`;
    token.map = [startLine, line];
    return true;
  });
};

/** The first line of an outer list, or the end of the level's lines. */
const endOfLevel = (state: StateBlock, startLine: number, endLine: number): number => {
  let line = startLine + 1;
  // A lazy continuation line of a quote has a negative indent.
  const isInside = () => {
    const indent = state.sCount[line] ?? 0;
    return state.isEmpty(line) || indent < 0 || indent >= state.blkIndent;
  };
  while (line < endLine && isInside()) line += 1;
  while (line > startLine + 1 && state.isEmpty(line - 1)) line -= 1;
  return line;
};
