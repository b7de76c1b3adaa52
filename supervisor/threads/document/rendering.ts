import type { Env, MarkdownIt, Token } from 'markdown-it';
import type { BlockWriter } from './block-writer.ts';

/** The state of rendering a block. */
export interface Rendering {
  readonly markdown: MarkdownIt;
  readonly env: Env;
  /** Source lines. */
  readonly lines: readonly string[];
  readonly writer: BlockWriter;
}

/** Renders one token by the rule of its type. */
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
