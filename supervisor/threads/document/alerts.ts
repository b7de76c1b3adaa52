import type { MarkdownIt, Token } from 'markdown-it';

/** The kinds of alert that GitHub knows, by the word in the brackets. */
const titles: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

/** Turns quotes of the outermost level that begin with `[!NOTE]` on a line of its own into alerts with a title. */
export const markAlerts = (markdown: MarkdownIt, tokens: Token[]): void => {
  const { Token: TokenClass } = new markdown.core.State('', markdown, {});
  for (let index = 0; index < tokens.length; index += 1) {
    const [quote, paragraph, inline, end] = tokens.slice(index, index + 4);
    if (quote?.type !== 'blockquote_open' || quote.level !== 0 || inline?.type !== 'inline')
      continue;
    const word = /^\[!(\w+)\][ \t]*(?:\n|$)/u.exec(inline.content)?.[1]?.toUpperCase() ?? '';
    const title = Object.hasOwn(titles, word) ? titles[word] : undefined;
    if (title === undefined || paragraph === undefined || end === undefined) continue;
    if (!dropMarker(inline)) continue;
    quote.attrJoin('class', `markdown-alert markdown-alert-${word.toLowerCase()}`);
    const head = [
      Object.assign(new TokenClass('paragraph_open', 'p', 1), {
        block: true,
        map: lineOf(inline),
        attrs: [['class', 'markdown-alert-title']],
      }),
      Object.assign(new TokenClass('inline', '', 0), {
        content: title,
        map: lineOf(inline),
        children: [Object.assign(new TokenClass('text', '', 0), { content: title })],
      }),
      Object.assign(new TokenClass('paragraph_close', 'p', -1), { block: true }),
    ] as Token[];
    const isBare = inline.children?.length === 0;
    tokens.splice(index + 1, isBare ? 3 : 0, ...head);
  }
};

const lineOf = ({ map }: Token): [number, number] => [map?.[0] ?? 0, (map?.[0] ?? 0) + 1];

/** Takes the marker and the line break behind it off; false where it was read as something else, a link. */
const dropMarker = (inline: Token): boolean => {
  const children = inline.children ?? [];
  const [first, second] = children;
  if (first?.type !== 'text' || !/^\[!\w+\][ \t]*$/u.test(first.content)) return false;
  children.splice(0, second === undefined ? 1 : 2);
  return true;
};
