import type { Token } from 'markdown-it';
import { nestingOf, piecesOf } from './match-tags.ts';
import { maxBlockElements, maxInlineElements, maxPartElements } from '../../../shared/limits.ts';

/** A part of a large block: tokens to render, or 0-based source lines, the end exclusive, to show as they are. */
export type Part = { readonly tokens: readonly Token[] } | { readonly source: [number, number] };

/**
 * Splits a top-level block that is too large for a page to lay out at once: a list into several, a table after the rows
 * within the limit. What cannot be split is shown as source, as are a table's other rows.
 */
export const splitLarge = (group: readonly Token[], lines: readonly string[]): readonly Part[] => {
  const [first] = group;
  const max = first?.type === 'paragraph_open' ? maxInlineElements : maxBlockElements;
  if (first === undefined || !isLarger(group, max)) return [{ tokens: group }];
  switch (first.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listParts(group, lines);
    case 'table_open':
      return tableParts(group);
    default:
      return [{ source: linesOf(group) }];
  }
};

/** Whether tokens are more elements than a page can lay out at once. */
export const isTooLarge = (tokens: readonly Token[]): boolean => isLarger(tokens, maxBlockElements);

const isLarger = (tokens: readonly Token[], max: number): boolean => elementsOf(tokens) > max;

/** The elements on the page, and the lines of code, which have comments of their own. */
const elementsOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => sum + elementsOfToken(token), 0);

const elementsOfToken = (token: Token): number => {
  if (token.type === 'text' || token.type === 'softbreak') return 0;
  if (token.type === 'inline') return elementsOf(token.children ?? []);
  if (token.type === 'fence' || token.type === 'code_block')
    return token.content.split('\n').length;
  const pieces = piecesOf(token);
  if (pieces !== undefined)
    return pieces.filter(({ part, isRendered }) => isRendered && part.kind === 'start').length;
  return token.nesting < 0 || token.hidden ? 0 : 1;
};

const linesOf = (tokens: readonly Token[]): [number, number] => {
  const start = tokens[0]?.map?.[0] ?? 0;
  return [start, tokens.reduce((end, { map }) => Math.max(end, map?.[1] ?? 0), start + 1)];
};

/** Lists of some items each, numbered on. */
const listParts = (group: readonly Token[], lines: readonly string[]): Part[] => {
  const [open] = group;
  const close = group.at(-1);
  if (open === undefined || close === undefined) return [];
  const parts: Part[] = [];
  let number = Number(open.attrGet('start') ?? 1);
  let items: Token[][] = [];
  let size = 0;
  const finish = (): void => {
    const tokens = items.flat();
    if (tokens.length > 0)
      parts.push({ tokens: [openingOf(open, linesOf(tokens), number), ...tokens, close] });
    number += items.length;
    items = [];
    size = 0;
  };
  for (const item of childrenOf(group)) {
    const own = elementsOf(item);
    const isFull = size + own > maxPartElements;
    const isHalfFull = size > maxPartElements / 2;
    if (isFull || (isHalfFull && mayStartPart(lines[linesOf(item)[0]]))) finish();
    if (own > maxBlockElements) {
      parts.push({ source: linesOf(item) });
      number += 1;
      continue;
    }
    items.push(item);
    size += own;
  }
  finish();
  return parts;
};

/** The tokens of each child of a list. */
const childrenOf = (group: readonly Token[]): Token[][] => {
  const children: Token[][] = [];
  let child: Token[] = [];
  let depth = 0;
  for (const token of group.slice(1, -1)) {
    child.push(token);
    depth += nestingOf(token);
    if (depth > 0) continue;
    children.push(child);
    child = [];
  }
  return child.length === 0 ? children : [...children, child];
};

/** By the text of an item alone, so that another item above does not move all parts below in the next version. */
const mayStartPart = (line = ''): boolean => {
  const text = line.replace(/^ *(?:[-+*]|\d+[.)])/u, '').slice(0, 200);
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) % 65_521;
  return hash % 16 === 0;
};

/** The start tag of a part with its own lines; that of a numbered list with its first number. */
const openingOf = (open: Token, map: [number, number], number?: number): Token => {
  const token = Object.assign(Object.create(Object.getPrototypeOf(open)) as Token, open, { map });
  token.attrs = (open.attrs ?? []).map(([key, value]): [string, string] => [key, String(value)]);
  token.attrSet('data-line', String(map[0] + 1));
  if (open.type === 'ordered_list_open' && number !== undefined && number !== 1)
    token.attrSet('start', String(number));
  return token;
};

const tableParts = (group: readonly Token[]): Part[] => {
  const [open] = group;
  const cut = rowBeyond(group);
  const line = group[cut]?.map?.[0];
  const [start, end] = linesOf(group);
  if (open === undefined || line === undefined) return [{ source: [start, end] }];
  const ends = group.slice(-2);
  return [
    { tokens: [openingOf(open, [start, line]), ...group.slice(1, cut), ...ends] },
    { source: [line, end] },
  ];
};

/** The index of the first row of the body beyond the limit; -1 if the head is. */
const rowBeyond = (group: readonly Token[]): number => {
  const body = group.findIndex(({ type }) => type === 'tbody_open');
  let size = 0;
  let row = -1;
  for (const [index, token] of group.entries()) {
    if (index > body && token.type === 'tr_open') row = index;
    size += elementsOfToken(token);
    if (size > maxBlockElements) break;
  }
  return row;
};
