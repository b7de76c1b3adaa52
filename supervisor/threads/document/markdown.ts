import MarkdownIt, {
  type MarkdownIt as Markdown,
  type Token,
  type StateBlock,
  type StateCore,
} from 'markdown-it';
import { codeHtml } from './code-blocks.ts';
import { useFootnotes } from './footnotes.ts';
import { useHtml } from './html-syntax.ts';
import { isLinkAllowed } from './links.ts';
import { PlacingState } from './inline-places.ts';
import { maxMarkdownLevels } from '../../../shared/limits.ts';

/** A parser and renderer for hostile markdown. `hasHtml`: harmless elements are recognized; otherwise HTML is text. */
export const createMarkdown = ({ hasHtml }: { readonly hasHtml: boolean }): Markdown => {
  const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
  // `design.md` is a file, not a site of Moldova.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  linkWww(markdown);
  markdown.validateLink = isLinkAllowed;
  // Show addresses verbatim.
  markdown.normalizeLinkText = (url) => url;
  markdown.inline.State = PlacingState;
  // Reference definitions are shown, too.
  markdown.core.ruler.disable('strip_references');
  if (hasHtml) useHtml(markdown);
  useFootnotes(markdown);
  keepSurplusCells(markdown);
  showDeepNesting(markdown);
  const { rules } = markdown.renderer;
  rules['task_marker'] = (tokens, index) =>
    `<input type="checkbox" disabled${tokens[index]?.info === 'x' ? ' checked' : ''}>`;
  rules['code_block'] = (tokens, index) => codeTokenHtml(tokens[index], 1);
  rules['fence'] = (tokens, index) => codeTokenHtml(tokens[index], 2);
  return markdown;
};

/** Link `www.example.org` without a scheme. */
const linkWww = ({ linkify }: Markdown): void => {
  linkify.add('www.', {
    validate: (text, pos, { re }) => {
      const pattern = re.get_relative_proto_validator();
      pattern.lastIndex = pos;
      return pattern.exec(text)?.[0].length ?? 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
};

const codeTokenHtml = (token: Token | undefined, linesAbove: number): string =>
  codeHtml({
    text: token?.content ?? '',
    firstLine: (token?.map?.[0] ?? 0) + linesAbove,
    language: token === undefined ? undefined : languageOf(token),
    info: token?.info.trim(),
  });

/** The language of a fence: the first word of its info string. */
export const languageOf = (token: Token): string | undefined =>
  token.info.trim().split(/\s+/u)[0] || undefined;

/** Shows deeper levels as source text. */
const showDeepNesting = ({ block }: Markdown): void => {
  block.ruler.before('table', 'deep_nesting', (state, startLine, ...[endLine, isSilent]) => {
    if (isSilent || state.level < maxMarkdownLevels) return false;
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

/** Keeps cells beyond the columns of the table's head, which the parser drops. */
const keepSurplusCells = ({ core }: Markdown): void => {
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
