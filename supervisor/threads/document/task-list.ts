import type { MarkdownIt, Token } from 'markdown-it';

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
