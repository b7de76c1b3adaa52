import type { Env, MarkdownIt, Token } from 'markdown-it';
import type { BlockWriter } from './block-writer.ts';

/** What the tokens of a block are written with, and where to. */
export interface Rendering {
  readonly markdown: MarkdownIt;
  readonly env: Env;
  /** Of the source. */
  readonly lines: readonly string[];
  readonly writer: BlockWriter;
}

/** The HTML of one token, by the rule of its type. */
export const renderToken = (
  { markdown, env }: Rendering,
  tokens: readonly Token[],
  index: number,
): string => {
  const { renderer, options } = markdown;
  const rule = renderer.rules[tokens[index]?.type ?? ''];
  const all = tokens as Token[];
  return rule === undefined
    ? renderer.renderToken(all, index, options)
    : rule(all, index, options, env, renderer);
};
