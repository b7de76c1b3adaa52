import type { StateCore, MarkdownIt, Token } from 'markdown-it';

/** Keeps cells beyond the columns of the table's head, which the parser drops. */
export const keepSurplusCells = ({ core }: MarkdownIt): void => {
  core.ruler.before('inline', 'surplus_cells', (state) => {
    if (state.tokens.some(({ type }) => type === 'table_open')) state.tokens = withCells(state);
  });
};

const withCells = (state: StateCore): Token[] => {
  const lines = state.src.split('\n');
  const tokens: Token[] = [];
  let row: Token | undefined;
  let cells = 0;
  for (const token of state.tokens) {
    if (token.type === 'tr_open') {
      row = token;
      cells = 0;
    }
    if (token.type === 'td_open') cells += 1;
    // Skips the head, which has no surplus and may follow a list marker.
    if (token.type === 'tr_close' && cells > 0)
      for (const content of cellsOf(lines[row?.map?.[0] ?? -1] ?? '').slice(cells))
        for (const cellToken of cellTokens(state, content)) tokens.push(cellToken);
    tokens.push(token);
  }
  return tokens;
};

/** Splits a row like the parser, without quote markers. */
const cellsOf = (line: string): string[] => {
  const cells = line
    .replace(/^[ \t>]*\|?/u, '')
    .trimEnd()
    .split(/(?<!\\)\|/u);
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
};

const cellTokens = ({ Token: TokenClass }: StateCore, content: string): Token[] => [
  Object.assign(new TokenClass('td_open', 'td', 1), { block: true }),
  Object.assign(new TokenClass('inline', '', 0), { content, children: [] }),
  Object.assign(new TokenClass('td_close', 'td', -1), { block: true }),
];
