import type { Env, MarkdownIt, Token } from 'markdown-it';
import type { Block } from '../../../shared/placement/blocks.ts';
import { markAlerts, markTasks } from './github-syntax.ts';
import { BlockWriter, type DocumentBlock } from './block-writer.ts';
import { codeBlocks } from './code-blocks.ts';
import { footnoteFrame, splitFootnotes, withLabelAndWaysBack, type Footnote } from './footnotes.ts';
import { splitFrontMatter } from '../../../shared/front-matter.ts';
import { frontMatterBlocks } from './front-matter.ts';
import { textOfHtml } from './html-text.ts';
import { sectionId } from './links.ts';
import { createMarkdown, languageOf } from './markdown.ts';
import { matchTags, nestingOf } from './match-tags.ts';
import { isTooLarge, splitLarge } from './split-large.ts';
import { writeTokens, type Rendering } from './token-writer.ts';

const kinds: Readonly<Record<string, Block['kind']>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  fence: 'code',
  code_block: 'code',
  blockquote_open: 'quote',
  table_open: 'table',
  hr: 'rule',
};

/**
 * Splits markdown into blocks, with line numbers of the text. Line endings must be `
 * `.
 */
export const markdownBlocks = (text: string, { hasHtml = true } = {}): DocumentBlock[] => {
  const { frontMatter, rest } = splitFrontMatter(text);
  const markdown = createMarkdown({ hasHtml });
  const env: Env = {};
  const tokens = markdown.parse(rest, env);
  const lines = rest.split('\n');
  annotate(markdown, tokens);
  matchTags(tokens);
  const { rest: shown, footnotes } = splitFootnotes(tokens, env);
  const blocks = frontMatter === undefined ? [] : frontMatterBlocks(frontMatter);
  const source = { markdown, env, lines };
  for (const group of topLevelGroups(markAlerts(markdown, shown)))
    for (const part of isCode(group[0]) ? [{ tokens: group }] : splitLarge(group, lines))
      blocks.push(
        ...('source' in part ? sourceBlocks(part.source, lines) : groupBlocks(part.tokens, source)),
      );
  for (const footnote of footnotes) blocks.push(...footnoteBlocks(footnote, source));
  return blocks;
};

type Source = Omit<Rendering, 'writer'>;

/** The source of what is too large to be rendered, captioned with its lines. */
const sourceBlocks = (
  [start, end]: [number, number],
  lines: readonly string[],
): DocumentBlock[] => {
  const last = lastLine(lines, start + 1, end);
  return codeBlocks({
    text: lines.slice(start, last).join('\n'),
    firstLine: start + 1,
    language: 'markdown',
    info: `markdown ${start + 1}–${last}`,
  });
};

/** A footnote becomes a block of its own at the end, with its source lines. */
const footnoteBlocks = (footnote: Footnote, source: Source): DocumentBlock[] => {
  const tokens = withLabelAndWaysBack(source.markdown, footnote);
  const startLine = footnote.line;
  const end = footnote.tokens.reduce((last, { map }) => Math.max(last, map?.[1] ?? 0), startLine);
  if (isTooLarge(tokens)) return sourceBlocks([startLine - 1, end], source.lines);
  const { before, after } = footnoteFrame(footnote);
  const writer = new BlockWriter(startLine);
  if (/^\d+$/u.test(footnote.label)) writer.beside(footnote.label);
  writer.write(before);
  writeTokens({ ...source, writer }, tokens);
  writer.write(after);
  const endLine = lastLine(source.lines, startLine, end);
  return [{ kind: 'other', startLine, endLine, ...writer.finish() }];
};

/** The tokens of each top-level block, or of an HTML element around several; adjacent definitions form one. */
const topLevelGroups = (tokens: readonly Token[]): Token[][] => {
  const groups: Token[][] = [];
  let group: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const last = groups.at(-1);
    if (depth === 0 && last !== undefined && isBelow(last.at(-1), token)) {
      last.push(token);
      continue;
    }
    group.push(token);
    depth += nestingOf(token);
    if (depth > 0) continue;
    groups.push(group);
    group = [];
  }
  return group.length === 0 ? groups : [...groups, group];
};

/** Whether both are reference definitions, directly below each other. */
const isBelow = (above: Token | undefined, token: Token): boolean =>
  above?.type === 'reference_definition' &&
  token.type === 'reference_definition' &&
  above.map?.[1] === token.map?.[0];

/** Annotates elements with lines, headings with ids, cells with alignment (no styles), and items with checkboxes. */
const annotate = (markdown: MarkdownIt, tokens: readonly Token[]): void => {
  const seen = new Map<string, number>();
  let rowLine = 1;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'tr_open') rowLine = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'inline') {
      // Cells have no map: their content is on the row's line.
      token.map ??= [rowLine - 1, rowLine];
      continue;
    }
    if (token.type === 'th_open' || token.type === 'td_open') alignCell(token);
    if (token.type === 'heading_open') nameHeading(token, headingText(tokens[index + 1]), seen);
    if (token.map !== null && token.nesting === 1)
      token.attrSet('data-line', String(token.map[0] + 1));
  }
  markTasks(markdown, tokens);
};

const alignCell = (token: Token): void => {
  const align = /^text-align:(left|right|center)$/u.exec(String(token.attrGet('style') ?? ''))?.[1];
  token.attrs = align === undefined ? null : [['align', align]];
};

const headingText = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .filter(({ type }) => type !== 'html_inline')
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');

const nameHeading = (token: Token, text: string, seen: Map<string, number>): void => {
  const id = sectionId(text);
  const count = seen.get(id) ?? 0;
  seen.set(id, count + 1);
  token.attrSet('id', count === 0 ? id : `${id}-${count}`);
};

const isCode = (token: Token | undefined): boolean =>
  token?.type === 'fence' || token?.type === 'code_block';

const groupBlocks = (group: readonly Token[], source: Source): DocumentBlock[] => {
  const [first] = group;
  if (first === undefined) return [];
  const startLine = (first.map?.[0] ?? 0) + 1;
  const endLine = lastLine(source.lines, startLine, group.at(-1)?.map?.[1] ?? first.map?.[1]);
  if (isCode(first)) return splitCode(first, { startLine, endLine });
  const writer = new BlockWriter(startLine);
  writeTokens({ ...source, writer }, group);
  const kind = kinds[first.type] ?? 'other';
  const level = kind === 'heading' ? { level: Number(first.tag.slice(1)) } : {};
  return [{ kind, ...level, startLine, endLine, ...writer.finish() }];
};

/** The last non-empty line of a block; `end` is the parser's end. */
const lastLine = (lines: readonly string[], startLine: number, end = startLine): number => {
  let endLine = Math.max(startLine, end);
  while (endLine > startLine && (lines[endLine - 1] ?? '').trim() === '') endLine -= 1;
  return endLine;
};

/** Top-level code: its blocks together span from the opening to the closing fence. */
const splitCode = (
  token: Token,
  { startLine, endLine }: { startLine: number; endLine: number },
): DocumentBlock[] => {
  const isFence = token.type === 'fence';
  const firstLine = isFence ? startLine + 1 : startLine;
  const info = token.info.trim();
  const blocks = codeBlocks({
    text: token.content,
    firstLine,
    language: languageOf(token),
    info,
  });
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first !== undefined && isFence) {
    first.startLine = startLine;
    first.marks = [[0, firstLine]];
    first.besides = [[startLine, info]];
  }
  if (last !== undefined) last.endLine = Math.max(last.startLine, endLine);
  return blocks;
};

/** The first heading, as the title. */
export const titleOf = (blocks: readonly Pick<Block, 'kind' | 'html'>[]): string | undefined => {
  const heading = blocks.find(({ kind }) => kind === 'heading');
  const title =
    heading === undefined ? '' : textOfHtml(heading.html).replaceAll(/\s+/gu, ' ').trim();
  return title === '' ? undefined : title.slice(0, 300);
};
