import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Most levels of quotes, lists, items and footnotes in each other: a page has no room for more, and the parser would drop
 * what is deeper than its own limit, which is some times as much.
 */
const levelsAtMost = 20;

/** What is nested more deeply is shown as it stands in the source. */
export const showDeepNesting = ({ block }: MarkdownIt): void => {
  block.ruler.before('table', 'deep_nesting', (state, startLine, ...[endLine, isSilent]) => {
    if (isSilent || state.level < levelsAtMost) return false;
    const line = endOfLevel(state, startLine, endLine);
    state.line = line;
    const token = state.push('code_block', 'code', 0);
    token.content = `${state.getLines(startLine, line, state.blkIndent, false).trimEnd()}\n`;
    token.map = [startLine, line];
    return true;
  });
};

/** The first line that belongs to a list further out, or where the level's lines end. */
const endOfLevel = (state: StateBlock, startLine: number, endLine: number): number => {
  let line = startLine + 1;
  // A line that goes on without the marks of its quote has an indent below zero.
  const isInside = () => {
    const indent = state.sCount[line] ?? 0;
    return state.isEmpty(line) || indent < 0 || indent >= state.blkIndent;
  };
  while (line < endLine && isInside()) line += 1;
  while (line > startLine + 1 && state.isEmpty(line - 1)) line -= 1;
  return line;
};
