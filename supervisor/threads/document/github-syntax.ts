import type { MarkdownIt, Token } from 'markdown-it';

/** GitHub's kinds of alerts, by the word in brackets. */
const titles: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

/** Turns top-level quotes that start with a line `[!NOTE]` into alerts with a title. */
export const markAlerts = (markdown: MarkdownIt, tokens: readonly Token[]): Token[] => {
  const marked: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    marked.push(token);
    const inline = tokens[index + 2];
    const word = token.type === 'blockquote_open' && token.level === 0 ? wordOf(inline) : undefined;
    if (inline === undefined || word === undefined || !dropMarker(inline)) continue;
    token.attrJoin('class', `markdown-alert markdown-alert-${word.toLowerCase()}`);
    marked.push(...titleTokens(markdown, inline, titles[word] ?? ''));
    // Drop the paragraph if it had nothing else.
    if (inline.children?.length === 0) index += 3;
  }
  return marked;
};

const wordOf = (inline: Token | undefined): string | undefined => {
  if (inline?.type !== 'inline') return undefined;
  const word = /^\[!(\w+)\][ \t]*(?:\n|$)/u.exec(inline.content)?.[1]?.toUpperCase();
  return word !== undefined && Object.hasOwn(titles, word) ? word : undefined;
};

const titleTokens = (markdown: MarkdownIt, inline: Token, title: string): Token[] => {
  const { Token: TokenClass } = new markdown.core.State('', markdown, {});
  return [
    Object.assign(new TokenClass('paragraph_open', 'p', 1), {
      block: true,
      map: lineOf(inline),
      attrs: [['class', 'markdown-alert-title']] as [string, string][],
    }),
    Object.assign(new TokenClass('inline', '', 0), {
      content: title,
      map: lineOf(inline),
      children: [Object.assign(new TokenClass('text', '', 0), { content: title })],
    }),
    Object.assign(new TokenClass('paragraph_close', 'p', -1), { block: true }),
  ];
};

const lineOf = ({ map }: Token): [number, number] => [map?.[0] ?? 0, (map?.[0] ?? 0) + 1];

/** Removes the marker and the line break after it; false if it was parsed as something else, such as a link. */
const dropMarker = (inline: Token): boolean => {
  const children = inline.children ?? [];
  const [first, second] = children;
  if (first?.type !== 'text' || !/^\[!\w+\][ \t]*$/u.test(first.content)) return false;
  children.splice(0, second === undefined ? 1 : 2);
  return true;
};

/** Turns `[ ]` and `[x]` at the start of list items into disabled checkboxes. */
export const markTasks = (markdown: MarkdownIt, tokens: readonly Token[]): void => {
  const { Token: TokenClass } = new markdown.core.State('', markdown, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') continue;
    const [first] = token.children ?? [];
    const state =
      first?.type === 'text' ? /^\[([ xX])\](?=\s)/u.exec(first.content)?.[1] : undefined;
    if (first === undefined || state === undefined) continue;
    const marker = new TokenClass('task_marker', 'input', 0);
    marker.info = state.toLowerCase();
    first.content = first.content.slice(3);
    token.children?.unshift(marker);
  }
};
